// A file in the editor: the text that is typed, over the same text in colours.

import { HIGHLIGHT_AFTER, escaped, Newest, difference, shifted } from "./edit-common.js";

/** A file in the editor. */
export class Doc {
  constructor(pane, element) {
    this.pane = pane;
    this.element = element;
    this.path = element.dataset.path;
    this.hash = element.dataset.hash;
    this.area = element.querySelector("textarea");
    this.colours = element.querySelector(".edit-colours");
    this.marksLayer = element.querySelector(".edit-marks");
    this.saved = this.area.value;
    this.text = this.area.value;
    this.runs = [[this.text.length, ""]];
    this.marks = [];
    this.highlighting = new Newest(() => this.highlight(), HIGHLIGHT_AFTER);
    this.area.addEventListener("input", () => this.changed());
    this.area.addEventListener("keydown", (event) => this.pane.keydown(event, this));
    this.area.addEventListener("blur", () => setTimeout(() => this.pane.popup.close(), 150));
    this.area.addEventListener("click", () => this.pane.popup.close());
    this.area.addEventListener("mousemove", (event) => this.pane.hover(event, this));
    this.area.addEventListener("mouseleave", () => this.pane.unhover());
    this.restoreDraft();
    this.highlighting.ask(0);
  }

  get isChanged() {
    return this.area.value !== this.saved;
  }

  draftKey() {
    return `cardwright-draft ${this.pane.base} ${this.path}`;
  }

  /** A text that was not saved when the page was left. */
  restoreDraft() {
    try {
      const draft = JSON.parse(sessionStorage.getItem(this.draftKey()) ?? "null");
      if (draft && draft.text !== this.saved) {
        this.area.value = draft.text;
        this.hash = draft.hash;
        this.text = this.area.value;
        this.runs = [[this.text.length, ""]];
        this.paint();
        this.pane.say("Restored what was not saved", "is-changed");
      }
    } catch {
      // Without storage there is nothing to restore.
    }
  }

  keepDraft() {
    try {
      if (this.isChanged) sessionStorage.setItem(this.draftKey(), JSON.stringify({ hash: this.hash, text: this.area.value }));
      else sessionStorage.removeItem(this.draftKey());
    } catch {
      // It is only a convenience.
    }
  }

  changed() {
    const text = this.area.value;
    if (text !== this.text) {
      const { head, tail } = difference(this.text, text);
      const grown = text.length - this.text.length;
      const end = this.text.length - tail;
      this.marks = this.marks
        .filter(([from, to]) => to <= head || from >= end)
        .map(([from, to, ...rest]) => (from >= end ? [from + grown, to + grown, ...rest] : [from, to, ...rest]));
      this.runs = shifted(this.runs, this.text, text);
      this.text = text;
      this.paint();
      this.highlighting.ask();
    }
    this.pane.changed(this);
  }

  /** Shows the letters as they are, in the colours that are known. */
  paint() {
    const text = this.text;
    let html = '<i class="edit-number"></i>';
    let at = 0;
    for (const [length, name] of this.runs) {
      const lines = text.slice(at, at + length).split("\n");
      at += length;
      html += lines
        .map((line) => (name && line ? `<span class="${name}">${escaped(line)}</span>` : escaped(line)))
        .join('\n<i class="edit-number"></i>');
    }
    // The last line needs something in it to have its height.
    this.colours.innerHTML = html + "\n";
    this.paintMarks();
  }

  paintMarks() {
    const text = this.text;
    let html = "";
    let at = 0;
    for (const [from, to, name, message] of [...this.marks].sort((a, b) => a[0] - b[0])) {
      const start = Math.max(from, at);
      const end = Math.max(Math.min(to, text.length), start);
      if (start > text.length || (from < at && end <= at)) continue;
      const empty = end === start ? " is-empty" : "";
      html += `${escaped(text.slice(at, start))}<mark class="${name}${empty}" title="${escaped(message)}">${escaped(text.slice(start, end))}</mark>`;
      at = end;
    }
    this.marksLayer.innerHTML = `${html}${escaped(text.slice(at))}\n`;
  }

  async highlight() {
    const text = this.area.value;
    const runs = await this.pane.post("highlight", { file: this.path, text });
    if (!runs || this.area.value !== text) return;
    this.text = text;
    this.runs = runs;
    this.paint();
  }

  /** Puts something in the place of a part of the text, as if it had been typed: undo takes it back. */
  insert(from, to, what, caret = what.length) {
    this.area.focus();
    this.area.setSelectionRange(from, to);
    const done = what === "" && from === to ? true : document.execCommand(what ? "insertText" : "delete", false, what);
    if (!done) {
      this.area.setRangeText(what, from, to, "end");
      this.area.dispatchEvent(new Event("input", { bubbles: true }));
    }
    this.area.setSelectionRange(from + caret, from + caret);
  }

  /** Takes over what the disk says. */
  take(text, hash) {
    const { head } = difference(this.area.value, text);
    const was = this.area.value;
    this.hash = hash;
    this.saved = text;
    if (was !== text) {
      const caret = this.area.selectionStart;
      this.area.value = text;
      const at = caret <= head ? caret : Math.max(head, caret + text.length - was.length);
      if (document.activeElement === this.area) this.area.setSelectionRange(at, at);
    }
    this.changed();
  }

  /** Where a place of the text is on the screen. */
  rectangle(offset) {
    const walker = document.createTreeWalker(this.colours, NodeFilter.SHOW_TEXT);
    let left = offset;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (left <= node.length) {
        const range = document.createRange();
        range.setStart(node, left);
        range.setEnd(node, left);
        const found = range.getClientRects()[0] ?? range.getBoundingClientRect();
        if (found.height) return found;
        break;
      }
      left -= node.length;
    }
    return this.area.getBoundingClientRect();
  }

  offsetOfLine(line) {
    let at = 0;
    for (let count = 1; count < line; count++) {
      const next = this.area.value.indexOf("\n", at);
      if (next < 0) break;
      at = next + 1;
    }
    return at;
  }

  lineOf(offset) {
    return this.area.value.slice(0, offset).split("\n").length;
  }

  goto(from, to = from) {
    this.pane.show(this);
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(from, to);
    const scroll = this.element.querySelector(".edit-scroll");
    const caret = this.rectangle(from);
    const box = scroll.getBoundingClientRect();
    if (caret.top < box.top || caret.bottom > box.bottom) scroll.scrollTop += caret.top - box.top - box.height / 3;
    scroll.scrollIntoView({ block: "nearest" });
  }
}
