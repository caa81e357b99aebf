// What the parts of the editor share.

export const HIGHLIGHT_AFTER = 30;
export const CHECK_AFTER = 120;
export const COMPLETE_AFTER = 40;
export const HOVER_AFTER = 450;

export const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escaped = (text) => text.replace(/[&<>"]/g, (letter) => escapes[letter]);
/** One request that is under way, and at most one that waits: the newest. */
export class Newest {
  constructor(work, delay) {
    this.work = work;
    this.delay = delay;
    this.timer = 0;
    this.running = false;
    this.wanted = false;
  }
  ask(delay = this.delay) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.run(), delay);
  }
  async run() {
    if (this.running) {
      this.wanted = true;
      return;
    }
    this.running = true;
    try {
      await this.work();
    } catch (error) {
      console.warn("editor:", error);
    } finally {
      this.running = false;
    }
    if (this.wanted) {
      this.wanted = false;
      this.run();
    }
  }
  stop() {
    clearTimeout(this.timer);
    this.wanted = false;
  }
}

/** Where two texts differ: how much is the same before and behind. */
export function difference(before, after) {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before.charCodeAt(head) === after.charCodeAt(head)) head++;
  let tail = 0;
  while (tail < most - head && before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)) tail++;
  return { head, tail };
}

/** The colours of a text carried over to another: what is new has the colour of what stands before it. */
export function shifted(runs, before, after) {
  const { head, tail } = difference(before, after);
  const out = [];
  let at = 0;
  let last = "";
  const take = (from, to) => {
    at = 0;
    for (const [length, name] of runs) {
      const start = Math.max(at, from);
      const end = Math.min(at + length, to);
      if (end > start) out.push([end - start, name]);
      if (at < head) last = name;
      at += length;
    }
  };
  take(0, head);
  const added = after.length - head - tail;
  if (added > 0) out.push([added, last]);
  take(before.length - tail, before.length);
  return out;
}
