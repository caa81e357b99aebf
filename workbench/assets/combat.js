// Declaring attackers and blockers by clicking or dragging. The form's boxes are the truth; the table shows them.

export class Combat {
  constructor(form, draw) {
    this.form = form;
    this.draw = draw;
    this.armed = null;
    document.addEventListener('pointerdown', (event) => this.grab(event));
  }

  get declaring() {
    const form = this.form();
    return form && (form.dataset.kind === 'attacks' || form.dataset.kind === 'blocks') ? form : null;
  }

  /** A new question: nothing is picked. */
  begin() {
    this.arm(null);
    this.show();
  }

  group(id) {
    return this.declaring?.querySelector(`.pairing[data-element="${CSS.escape(id)}"]`) ?? null;
  }

  /** A creature or what can be aimed at was clicked. */
  click(element) {
    const form = this.declaring;
    const group = this.group(element.id);
    if (this.armed && element.dataset.light !== undefined) {
      const aim = this.group(this.armed)?.querySelector(`[data-aim="${CSS.escape(element.id)}"]`);
      if (aim) {
        aim.click();
        return this.arm(null);
      }
    }
    if (!group || !form) return this.arm(null);
    const aims = [...group.querySelectorAll('input')];
    // One thing to attack, or a creature that does something already: the click is enough.
    if (aims.length === 1) return aims[0].click();
    const on = aims.filter((one) => one.checked);
    if (on.length > 0 && form.dataset.kind === 'attacks') return on.forEach((one) => one.click());
    this.arm(this.armed === element.id ? null : element.id);
  }

  /** The next click, or where the pointer is let go, says whom the creature attacks or blocks. */
  arm(id) {
    for (const old of document.querySelectorAll('[data-armed]')) delete old.dataset.armed;
    this.armed = id;
    const element = id && document.getElementById(id);
    if (element) element.dataset.armed = 'yes';
  }

  grab(event) {
    const from = event.target.closest?.('[data-light]');
    if (!from || !this.declaring || !this.group(from.id) || event.button !== 0) return;
    const drop = (up) => {
      const to = document.elementFromPoint(up.clientX, up.clientY)?.closest('[data-light]');
      if (!to || to === from) return;
      const aim = this.group(from.id)?.querySelector(`[data-aim="${CSS.escape(to.id)}"]`);
      if (aim) aim.click();
    };
    document.addEventListener('pointerup', drop, { once: true });
  }

  /** A box was ticked. A creature attacks one thing; whether it may block several is for the rules to say. */
  changed(box) {
    if (box.checked && box.hasAttribute('data-one')) {
      for (const other of box.closest('.pairing').querySelectorAll('input')) if (other !== box) other.checked = false;
    }
    this.show();
  }

  /** Everything attacks the first thing it can. */
  all() {
    for (const group of this.declaring?.querySelectorAll('.pairing') ?? []) {
      const boxes = [...group.querySelectorAll('input')];
      if (!boxes.some((one) => one.checked)) boxes[0].checked = true;
    }
    this.show();
  }

  show() {
    for (const old of document.querySelectorAll('[data-plan]')) delete old.dataset.plan;
    for (const group of this.declaring?.querySelectorAll('.pairing') ?? []) {
      const element = document.getElementById(group.dataset.element);
      const aims = [...group.querySelectorAll('input:checked')].map((one) => one.dataset.aim);
      if (element && aims.length > 0) element.dataset.plan = aims.join(' ');
    }
    this.draw();
  }
}
