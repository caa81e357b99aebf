// Arrows: what is aimed at what. Drawn over the table from what the elements say of themselves.

const KINDS = [
  ['[data-targets]', 'targets', 'target'],
  ['[data-attacking]', 'attacking', 'attack'],
  ['[data-blocking]', 'blocking', 'block'],
  ['[data-plan]', 'plan', 'plan'],
];

let queued = false;

/** Draws all arrows anew, once before the next frame. */
export function drawArrows() {
  if (queued) return;
  queued = true;
  requestAnimationFrame(() => {
    queued = false;
    const canvas = document.getElementById('arrows');
    const paths = [];
    for (const [selector, name, kind] of KINDS) {
      for (const from of document.querySelectorAll(selector)) {
        for (const id of from.dataset[name].split(' ')) {
          const to = visible(document.getElementById(id));
          const start = visible(from);
          if (to && start && to !== start) paths.push(arrow(start.querySelector('.card, .ability') ?? start, to, kind));
        }
      }
    }
    const html = paths.join('');
    if (canvas.dataset.drawn !== html) {
      canvas.innerHTML = html;
      canvas.dataset.drawn = html;
    }
  });
}

/** The element, or the closed zone that it lies in. */
function visible(element) {
  if (!element) return null;
  const zone = element.closest('details:not([open])');
  const shown = zone ? zone.querySelector('summary') : element;
  return shown && shown.getClientRects().length > 0 ? shown : null;
}

/** Where an element is; of one that is scrolled out of sight, the edge behind which it lies. */
function box(element) {
  const rect = element.getBoundingClientRect();
  const list = element.closest('#stack, .row, .hand, .cards');
  if (!list || list === element || getComputedStyle(list).overflowY === 'visible') return rect;
  const frame = list.getBoundingClientRect();
  const within = (low, middle, high) => Math.min(Math.max(middle, low), high);
  const x = within(frame.left, rect.left + rect.width / 2, frame.right) - rect.width / 2;
  const y = within(frame.top, rect.top + rect.height / 2, frame.bottom) - rect.height / 2;
  return new DOMRect(x, y, rect.width, rect.height);
}

/** A bow from the middle of one to the edge of the other, with a light edge so that it is seen over anything. */
function arrow(from, to, kind) {
  const [a, b] = [box(from), box(to)];
  const [x1, y1] = [a.left + a.width / 2, a.top + a.height / 2];
  const [cx, cy] = [b.left + b.width / 2, b.top + b.height / 2];
  const bend = Math.min(70, Math.hypot(cx - x1, cy - y1) / 5);
  const [mx, my] = [(x1 + cx) / 2 + (y1 < cy ? bend : -bend), (y1 + cy) / 2 - bend / 2];
  // Where the last stretch comes in over the edge of the target.
  const [dx, dy] = [mx - cx, my - cy];
  const reach = Math.min(1, Math.min(Math.abs(b.width / 2.6 / (dx || 1e-6)), Math.abs(b.height / 2.6 / (dy || 1e-6))));
  const [x2, y2] = [cx + dx * reach, cy + dy * reach];
  const angle = Math.atan2(y2 - my, x2 - mx);
  const n = (value) => value.toFixed(0);
  const at = (along, aside) => `${n(x2 + Math.cos(angle) * along - Math.sin(angle) * aside)} ${n(y2 + Math.sin(angle) * along + Math.cos(angle) * aside)}`;
  const line = `M${n(x1)} ${n(y1)}Q${n(mx)} ${n(my)} ${at(-8, 0)}`;
  return `<path class="arrow-edge" d="${line}"/><path class="arrow" data-kind="${kind}" d="${line}"/>`
    + `<path class="arrow-tip" data-kind="${kind}" d="M${at(4, 0)}L${at(-12, -8)}L${at(-8, 0)}L${at(-12, 8)}z"/>`;
}
