// The editor beside the board. `openEditor(host, base)` makes an editor in an element; `base` is the address of its service.
//
// The text that is typed lies transparent over the same text in colours: both show the same letters at every moment. Colours, marks and
// everything else come from the server a moment later, and only if the text is still the one they were made for.

import { CHECK_AFTER, HOVER_AFTER, Newest } from "./edit-common.js";
import { Doc } from "./edit-doc.js";
import { Popup } from "./edit-popup.js";

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
    if (!subject) return;
    try {
      this.fill(".edit-scenarios", await this.request(`scenarios?${new URLSearchParams(subject)}`));
    } catch (error) {
      this.say(error.message, "is-bad");
    }
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
