// The editor beside the board. `openEditor(host, base)` makes an editor in an element; `base` is the address of its service.
//
// The text that is typed lies transparent over the same text in colours: both show the same letters at every moment. Colours, marks and
// everything else come from the server a moment later, and only if the text is still the one they were made for.

const HIGHLIGHT_AFTER = 30;
const CHECK_AFTER = 120;
const COMPLETE_AFTER = 40;
const HOVER_AFTER = 450;

const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text) => text.replace(/[&<>"]/g, (letter) => escapes[letter]);

/** One request that is under way, and at most one that waits: the newest. */
class Newest {
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
function difference(before, after) {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before.charCodeAt(head) === after.charCodeAt(head)) head++;
  let tail = 0;
  while (tail < most - head && before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)) tail++;
  return { head, tail };
}

/** The colours of a text carried over to another: what is new has the colour of what stands before it. */
function shifted(runs, before, after) {
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

/** A file in the editor. */
class Doc {
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

/** The list of what could stand at the caret, and the small box that explains a word. */
class Popup {
  constructor(pane) {
    this.pane = pane;
    this.element = null;
    this.doc = null;
    this.items = [];
    this.chosen = 0;
    this.from = 0;
    this.asking = 0;
    this.timer = 0;
  }

  get isList() {
    return this.element !== null && this.items.length > 0;
  }

  close() {
    clearTimeout(this.timer);
    this.asking++;
    this.element?.remove();
    this.element = null;
    this.items = [];
    if (this.doc) {
      this.doc.area.removeAttribute("aria-activedescendant");
      this.doc.area.removeAttribute("aria-controls");
    }
  }

  askSoon(doc) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(doc, false), COMPLETE_AFTER);
  }

  async ask(doc, wanted) {
    const number = ++this.asking;
    const text = doc.area.value;
    const offset = doc.area.selectionStart;
    const offered = await this.pane.post("complete", { file: doc.path, text, offset });
    if (number !== this.asking || doc.area.value !== text || doc.area.selectionStart !== offset) return;
    const typed = text.slice(offered?.from ?? offset, offset);
    const isDone = offered?.items.length === 1 && offered.items[0].insert === text.slice(offered.from, offered.to);
    if (!offered || offered.items.length === 0 || (isDone && !wanted)) {
      this.close();
      if (wanted && offered && offered.items.length === 0) this.pane.say("Nothing to complete here");
      return;
    }
    this.show(doc, offered, typed);
  }

  box(doc, offset) {
    const element = document.createElement("div");
    element.className = "edit-popup";
    // It is measured where it has all the room.
    element.style.left = "0";
    element.style.top = "0";
    this.pane.element.append(element);
    this.element = element;
    this.doc = doc;
    return () => {
      const caret = doc.rectangle(offset);
      const own = element.getBoundingClientRect();
      const below = caret.bottom + 4;
      element.style.left = `${Math.max(4, Math.min(caret.left - 8, innerWidth - own.width - 8))}px`;
      element.style.top = `${below + own.height > innerHeight - 4 ? Math.max(4, caret.top - own.height - 4) : below}px`;
    };
  }

  show(doc, offered) {
    this.close();
    this.items = offered.items;
    this.from = offered.from;
    this.to = offered.to;
    this.chosen = 0;
    const place = this.box(doc, offered.from);
    const list = document.createElement("ul");
    list.role = "listbox";
    list.id = `edit-list-${this.pane.tab}`;
    list.setAttribute("aria-label", "What could stand here");
    this.items.forEach((item, index) => {
      const row = document.createElement("li");
      row.role = "option";
      row.id = `${list.id}-${index}`;
      const label = document.createElement("span");
      label.textContent = item.label;
      const kind = document.createElement("span");
      kind.textContent = item.kind;
      row.append(label, kind);
      // The text must keep the focus.
      row.addEventListener("mousedown", (event) => event.preventDefault());
      row.addEventListener("click", () => {
        this.chosen = index;
        this.takeChosen();
      });
      list.append(row);
    });
    this.about = document.createElement("div");
    this.about.className = "edit-about";
    this.element.append(list, this.about);
    doc.area.setAttribute("aria-controls", list.id);
    this.choose(0);
    place();
  }

  choose(index) {
    const rows = this.element.querySelectorAll("li");
    rows[this.chosen]?.setAttribute("aria-selected", "false");
    this.chosen = (index + this.items.length) % this.items.length;
    const row = rows[this.chosen];
    row.setAttribute("aria-selected", "true");
    row.scrollIntoView({ block: "nearest" });
    this.doc.area.setAttribute("aria-activedescendant", row.id);
    const item = this.items[this.chosen];
    this.about.hidden = !(item.signature || item.doc || item.example);
    this.about.replaceChildren();
    const add = (tag, text) => {
      if (!text) return;
      const element = document.createElement(tag);
      element.textContent = text;
      this.about.append(element);
    };
    add("code", item.signature);
    add("p", item.doc);
    add("pre", item.example);
  }

  takeChosen() {
    const item = this.items[this.chosen];
    const { doc, from } = this;
    const to = Math.max(this.to, doc.area.selectionStart);
    this.close();
    let { insert, caret } = item;
    // Brackets that are there already are not written twice.
    if (doc.area.value[to] === "(" && insert.endsWith("()")) {
      insert = insert.slice(0, -2);
      caret = insert.length;
    }
    doc.insert(from, to, insert, caret);
  }

  async explain(doc, offset) {
    const number = ++this.asking;
    const text = doc.area.value;
    const meant = await this.pane.post("explain", { file: doc.path, text, offset });
    if (number !== this.asking || doc.area.value !== text) return false;
    if (!meant) return false;
    this.close();
    const place = this.box(doc, meant.from);
    this.element.classList.add("edit-tip");
    this.element.role = "tooltip";
    this.element.innerHTML = meant.html;
    place();
    this.tip = [meant.from, meant.to];
    return true;
  }

  /** What is wrong at a place. */
  tell(doc, offset, message) {
    this.close();
    const place = this.box(doc, offset);
    this.element.classList.add("edit-tip");
    this.element.role = "tooltip";
    this.element.textContent = message;
    place();
  }
}

/** An editor for a card or a file. */
class Pane {
  constructor(editor, element) {
    this.editor = editor;
    this.base = editor.base;
    this.tab = editor.tab;
    this.element = element;
    this.popup = new Popup(this);
    this.leaving = false;
    this.fixes = [];
    this.state = element.querySelector(".edit-state");
    this.saveButton = element.querySelector(".edit-save");
    this.conflictBox = element.querySelector(".edit-conflict");
    this.checking = new Newest(() => this.check(), CHECK_AFTER);
    this.docs = [...element.querySelectorAll(".edit-file")].map((one) => new Doc(this, one));
    this.current = this.docs[0];
    this.saveButton.addEventListener("click", () => this.save());
    element.addEventListener("click", (event) => this.click(event));
    element.addEventListener("change", (event) => {
      if (event.target.matches("[data-reminders]")) {
        this.editor.reminders = event.target.checked;
        this.remind();
      }
    });
    const tabs = [...element.querySelectorAll("[role=tab]")];
    tabs.forEach((tab, index) => {
      tab.addEventListener("click", () => this.show(this.docs[index]));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const next = (index + step + tabs.length) % tabs.length;
        this.show(this.docs[next]);
        tabs[next].focus();
      });
    });
    this.tabs = tabs;
    const line = this.docs[0]?.element.dataset.line;
    if (line) {
      const doc = this.docs[0];
      requestAnimationFrame(() => {
        const scroll = doc.element.querySelector(".edit-scroll");
        scroll.scrollTop += doc.rectangle(doc.offsetOfLine(Number(line))).top - scroll.getBoundingClientRect().top - 8;
      });
    }
    this.showState();
    this.checking.ask(0);
  }

  async request(path, options) {
    const response = await fetch(`${this.base}/${path}`, options);
    if (response.status === 204) return null;
    const isJson = response.headers.get("content-type")?.includes("json");
    const body = isJson ? await response.json() : await response.text();
    if (!response.ok && response.status !== 409) throw new Error(body.error ?? body ?? response.statusText);
    return body;
  }

  post(path, body) {
    return this.request(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  }

  say(text, name = "") {
    this.state.textContent = text;
    this.state.className = `edit-state ${name}`;
  }

  showState() {
    const changed = this.docs.filter((doc) => doc.isChanged);
    this.saveButton.disabled = changed.length === 0;
    this.tabs.forEach((tab, index) => tab.classList.toggle("is-changed", this.docs[index].isChanged));
    if (changed.length === 0) this.say("Saved");
    else this.say(changed.length === 1 ? "Not saved" : `${changed.length} files not saved`, "is-changed");
  }

  changed(doc) {
    doc.keepDraft();
    this.showState();
    this.checking.ask();
    if (this.popup.element && !this.popup.isList) this.popup.close();
  }

  show(doc) {
    if (doc === this.current) return;
    this.popup.close();
    this.current = doc;
    this.docs.forEach((one, index) => {
      one.element.hidden = one !== doc;
      this.tabs[index]?.setAttribute("aria-selected", String(one === doc));
      this.tabs[index]?.setAttribute("tabindex", one === doc ? "0" : "-1");
    });
  }

  async check() {
    const texts = Object.fromEntries(this.docs.map((doc) => [doc.path, doc.area.value]));
    let looked;
    try {
      looked = await this.post("check", { tab: this.tab, card: this.element.dataset.card ?? null, texts });
    } catch (error) {
      this.say(`Not checked: ${error.message}`, "is-bad");
      return;
    }
    const isCurrent = () => this.docs.every((doc) => doc.area.value === texts[doc.path]);
    if (!looked || !isCurrent()) return;
    this.fixes = looked.fixes;
    for (const doc of this.docs) {
      doc.marks = looked.marks[doc.path] ?? [];
      doc.paintMarks();
    }
    this.fill(".edit-findings", looked.findings);
    const changes = this.element.querySelector(".edit-changes");
    changes.hidden = !looked.changes;
    this.fill(".edit-changes", looked.changes ?? "");
    this.fill(".edit-preview", looked.preview);
    this.remind();
    this.element.dispatchEvent(new CustomEvent("cardwright:checked", { bubbles: true, detail: looked }));
  }

  /** Puts what the server has written into a part of the pane, as long as it says something new. */
  fill(selector, html) {
    const part = this.element.querySelector(selector);
    if (part && part.dataset.shown !== html) {
      part.innerHTML = html;
      part.dataset.shown = html;
    }
  }

  remind() {
    const wanted = this.editor.reminders;
    for (const box of this.element.querySelectorAll("[data-reminders]")) box.checked = wanted;
    for (const part of this.element.querySelectorAll(".edit-written")) part.hidden = wanted;
    for (const part of this.element.querySelectorAll(".edit-reminded")) part.hidden = !wanted;
  }

  async save() {
    const changed = this.docs.filter((doc) => doc.isChanged).sort((a, b) => (b === this.current) - (a === this.current));
    if (changed.length === 0) {
      this.say("Saved");
      return true;
    }
    this.say("Saving…");
    for (const doc of changed) if (!(await this.saveOne(doc, false))) return false;
    return true;
  }

  async saveOne(doc, overwrite) {
    const text = doc.area.value;
    let answer;
    try {
      answer = await this.post("save", { file: doc.path, text, base: doc.hash, overwrite });
    } catch (error) {
      this.say(error.message, "is-bad");
      return false;
    }
    if (answer.state === "conflict") {
      this.showConflict(doc, answer);
      return false;
    }
    doc.hash = answer.hash;
    doc.saved = text;
    doc.keepDraft();
    this.conflictBox.hidden = true;
    this.showState();
    this.element.dispatchEvent(new CustomEvent("cardwright:saved", { bubbles: true, detail: { file: doc.path } }));
    return true;
  }

  showConflict(doc, conflict) {
    this.show(doc);
    this.conflictBox.innerHTML = conflict.html;
    this.conflictBox.hidden = false;
    this.say("Changed by another program", "is-bad");
    const done = () => {
      this.conflictBox.hidden = true;
      this.showState();
      doc.area.focus();
    };
    this.conflictBox.onclick = async (event) => {
      const choice = event.target.closest("[data-conflict]")?.dataset.conflict;
      if (choice === "overwrite") await this.saveOne(doc, true);
      if (choice === "theirs") {
        // As if it had been typed: undo brings back what was here.
        doc.insert(0, doc.area.value.length, conflict.text, 0);
        doc.take(conflict.text, conflict.hash);
      }
      if (choice === "merge") doc.hash = conflict.hash;
      if (choice === "merge") doc.saved = conflict.text;
      if (choice && choice !== "overwrite") done();
    };
    // The choice that loses nothing.
    this.conflictBox.querySelector("[data-conflict=merge]")?.focus();
  }

  /** The library has changed on the disk: what nobody has touched here follows, what scenarios said is old. */
  async libraryChanged() {
    for (const doc of this.docs) {
      try {
        const now = await this.request(`open?${new URLSearchParams({ file: doc.path })}`);
        if (now.hash === doc.hash) continue;
        if (!doc.isChanged || now.text === doc.area.value) doc.take(now.text, now.hash);
        else this.say("Changed by another program: saving will ask", "is-bad");
      } catch {
        this.say(`${doc.path} is gone`, "is-bad");
      }
    }
    this.checking.ask(0);
    await this.showScenarios();
  }

  subject() {
    const head = this.element.querySelector("[data-subject]");
    return head ? { [head.dataset.subject]: head.dataset.name } : null;
  }

  async showScenarios() {
    const subject = this.subject();
    if (subject) this.fill(".edit-scenarios", await this.request(`scenarios?${new URLSearchParams(subject)}`));
  }

  async run(button, only) {
    const before = button.textContent;
    const section = this.element.querySelector(".edit-scenarios");
    section.querySelectorAll("[data-run], [data-run-all]").forEach((one) => (one.disabled = true));
    button.textContent = "Running…";
    try {
      this.fill(".edit-scenarios", await this.post("scenarios/run", { ...this.subject(), only }));
    } catch (error) {
      this.say(error.message, "is-bad");
    } finally {
      button.textContent = before;
      section.querySelectorAll("[data-run], [data-run-all]").forEach((one) => (one.disabled = false));
    }
  }

  fix(number) {
    const edits = this.fixes[number];
    const docs = edits?.map((edit) => this.docs.find((doc) => doc.path === edit.file));
    if (!docs) return;
    const missing = edits.find((_, index) => !docs[index]);
    if (missing) {
      this.editor.openFile(missing.file);
      return;
    }
    edits.forEach((edit, index) => {
      this.show(docs[index]);
      docs[index].insert(edit.from, edit.to, edit.with);
    });
  }

  click(event) {
    const target = event.target.closest("button, a");
    if (!target) return;
    const { dataset } = target;
    if (target.matches(".edit-external")) {
      // The line where the caret is now; the address in the page has the line of the card.
      event.preventDefault();
      const line = this.current.lineOf(this.current.area.selectionStart);
      const query = new URLSearchParams({ file: this.current.path, line: String(line) });
      this.request(`link?${query}`)
        .then(({ href }) => {
          this.editor.calmUntil = Date.now() + 1000;
          location.href = href;
        })
        .catch((error) => this.say(error.message, "is-bad"));
    } else if (dataset.fix !== undefined) {
      this.fix(Number(dataset.fix));
    } else if (dataset.runAll !== undefined) {
      this.run(target, null);
    } else if (dataset.run !== undefined) {
      this.run(target, [dataset.scenarioFile, dataset.scenario]);
    } else if (dataset.gotoFile !== undefined) {
      const doc = this.docs.find((one) => one.path === dataset.gotoFile);
      if (!doc) {
        this.editor.openFile(dataset.gotoFile, Number(dataset.gotoLine));
        return;
      }
      const message = target.querySelector(".edit-message")?.textContent;
      const line = Number(dataset.gotoLine);
      const mark = message && doc.marks.find((one) => one[3] === message && doc.lineOf(one[0]) === line);
      if (mark) doc.goto(mark[0], mark[1]);
      else doc.goto(doc.offsetOfLine(line));
    } else if (dataset.openFile !== undefined) {
      const doc = this.docs.find((one) => one.path === dataset.openFile);
      if (doc) doc.goto(doc.offsetOfLine(Number(dataset.openLine ?? 1)));
      else this.editor.openFile(dataset.openFile, Number(dataset.openLine ?? 1));
    }
  }

  keydown(event, doc) {
    if (event.isComposing) return;
    const { popup } = this;
    const { area } = doc;
    const stop = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    const control = event.ctrlKey || event.metaKey;
    if (control && event.key.toLowerCase() === "s") {
      stop();
      popup.close();
      this.save();
      return;
    }
    if (control && event.key === " ") {
      stop();
      popup.ask(doc, true);
      return;
    }
    if (event.key === "F1") {
      stop();
      popup.explain(doc, area.selectionStart).then((found) => found || this.say("Nothing is known about this"));
      return;
    }
    if (popup.isList) {
      const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
      if (step) {
        stop();
        popup.choose(popup.chosen + step);
        return;
      }
      if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey) {
        stop();
        popup.takeChosen();
        return;
      }
    }
    if (event.key === "Escape") {
      if (popup.element) stop();
      else this.leaving = true;
      popup.close();
      return;
    }
    if (event.key === "Tab" && !control && !event.altKey) {
      if (this.leaving) {
        this.leaving = false;
        return;
      }
      stop();
      this.indent(doc, event.shiftKey);
      return;
    }
    this.leaving = false;
    if (event.key === "Enter" && !control && !event.altKey) {
      stop();
      this.newLine(doc);
      return;
    }
    if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) popup.close();
    // What is typed is known a moment later.
    const completes = !control && !event.altKey && (/^[\w."]$/.test(event.key) || (event.key === "Backspace" && popup.isList));
    if (completes) popup.askSoon(doc);
    else if (event.key.length === 1 && !control) popup.close();
  }

  newLine(doc) {
    const { area } = doc;
    const { value, selectionStart: from, selectionEnd: to } = area;
    const start = value.lastIndexOf("\n", from - 1) + 1;
    const blanks = value.slice(start, from).match(/^[ \t]*/)[0];
    const opens = /[([{]\s*$/.test(value.slice(start, from));
    const closes = /^[)\]}]/.test(value.slice(to));
    const inner = `\n${blanks}${opens ? "    " : ""}`;
    doc.insert(from, to, inner + (opens && closes ? `\n${blanks}` : ""), inner.length);
  }

  indent(doc, back) {
    const { area } = doc;
    const { value, selectionStart: from, selectionEnd: to } = area;
    if (!back && !value.slice(from, to).includes("\n")) {
      doc.insert(from, to, "    ");
      return;
    }
    const start = value.lastIndexOf("\n", from - 1) + 1;
    const end = value.indexOf("\n", Math.max(to - 1, from));
    const lines = value.slice(start, end < 0 ? value.length : end);
    const moved = back ? lines.replace(/^( {1,4}|\t)/gm, "") : lines.replace(/^(?=.)/gm, "    ");
    if (moved === lines) return;
    doc.insert(start, start + lines.length, moved);
    area.setSelectionRange(start, start + moved.length);
  }

  hover(event, doc) {
    this.unhover(event);
    this.hoverTimer = setTimeout(() => {
      if (this.popup.isList) return;
      const place = document.caretPositionFromPoint?.(event.clientX, event.clientY);
      if (place?.offsetNode !== doc.area) return;
      const mark = doc.marks.find(([from, to]) => from <= place.offset && place.offset < Math.max(to, from + 1));
      this.isTip = true;
      if (mark) this.popup.tell(doc, mark[0], mark[3]);
      else this.popup.explain(doc, place.offset);
    }, HOVER_AFTER);
  }

  unhover() {
    clearTimeout(this.hoverTimer);
    if (this.isTip && !this.popup.isList) this.popup.close();
    this.isTip = false;
  }

  get isChanged() {
    return this.docs.some((doc) => doc.isChanged);
  }

  close() {
    this.popup.close();
    this.checking.stop();
    this.docs.forEach((doc) => doc.highlighting.stop());
  }
}

/** An editor in an element of a page. */
class Editor {
  constructor(host, base) {
    this.host = host;
    this.base = base.replace(/\/$/, "");
    this.tab = Math.random().toString(36).slice(2, 10);
    this.pane = null;
    this.reminders = false;
    this.opening = 0;
    // An address that opens another program does not leave the page.
    this.calmUntil = 0;
    const inside = host.querySelector("section.edit");
    if (inside) this.pane = new Pane(this, inside);
    // An editor whose element has left the page is of the past: what it had not saved is kept as a draft.
    const here = () => this.host.isConnected;
    addEventListener("beforeunload", (event) => {
      if (here() && this.hasUnsaved && Date.now() > this.calmUntil) event.preventDefault();
    });
    addEventListener("focus", () => here() && this.pane?.libraryChanged());
    document.addEventListener("cardwright:library", () => here() && this.pane?.libraryChanged());
    document.addEventListener("keydown", (event) => {
      // Also when a button of the pane has the focus, the page is not what is to be saved.
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s" && this.host.contains(event.target)) {
        event.preventDefault();
        this.pane?.save();
      }
    });
  }

  /** Whether anything typed here is not saved: in the files that are open, or as the draft of others. */
  get hasUnsaved() {
    if (this.pane?.isChanged) return true;
    try {
      return Object.keys(sessionStorage).some((key) => key.startsWith(`cardwright-draft ${this.base} `));
    } catch {
      return false;
    }
  }

  /** Opens a card by its key. */
  openCard(key) {
    return this.open({ card: key });
  }

  /** Opens a file of the library, at a line. */
  async openFile(file, line = 1) {
    if (await this.open({ file })) {
      const doc = this.pane.docs[0];
      doc?.goto(doc.offsetOfLine(line));
    }
  }

  async open(wanted) {
    const query = new URLSearchParams(wanted).toString();
    if (this.shown === query && this.pane) return true;
    // What is not saved is kept as a draft, and there again when the card is opened again.
    const number = ++this.opening;
    const response = await fetch(`${this.base}/pane?${query}`).catch(() => null);
    if (number !== this.opening) return false;
    if (!response?.ok) {
      const error = await response?.json().catch(() => null);
      this.tell(error?.error ?? "The workbench does not answer: is the program still running?");
      return false;
    }
    const html = await response.text();
    if (number !== this.opening) return false;
    this.pane?.close();
    this.host.innerHTML = html;
    this.shown = query;
    this.pane = new Pane(this, this.host.querySelector("section.edit"));
    this.host.dispatchEvent(new CustomEvent("cardwright:opened", { bubbles: true, detail: wanted }));
    return true;
  }

  tell(message) {
    if (this.pane) {
      this.pane.say(message, "is-bad");
      return;
    }
    const line = document.createElement("p");
    line.role = "alert";
    line.textContent = message;
    this.host.replaceChildren(line);
  }

  /** Makes a card in a set, and opens its file. */
  async newCard(set, name) {
    const response = await fetch(`${this.base}/new`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ set, name }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error);
    await this.openFile(answer.path);
    return answer.path;
  }

  /** Tells the editor that the library has changed on the disk. */
  libraryChanged() {
    return this.pane?.libraryChanged();
  }
}

/** Makes an editor in an element; what the server has put there becomes live. */
export function openEditor(host, base) {
  return new Editor(host, base);
}
