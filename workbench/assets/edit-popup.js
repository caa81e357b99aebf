// What could stand at the caret, and what a word means.

import { COMPLETE_AFTER } from "./edit-common.js";

/** The list of what could stand at the caret, and the small box that explains a word. */
export class Popup {
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
