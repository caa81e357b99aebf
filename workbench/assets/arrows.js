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
          if (to && visible(from)) paths.push(arrow(from, to, kind));
        }
      }
    }
    const html = paths.join('');
    if (canvas.dataset.drawn !== html) {
      canvas.innerHTML = HEADS + html;
      canvas.dataset.drawn = html;
    }
  });
}

const HEADS = `<defs><marker id="head" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="5" markerHeight="5" orient="auto-start-reverse"><path d="M0 0L8 4L0 8z" fill="context-stroke"/></marker></defs>`;

/** The element, or the closed zone that it lies in. */
function visible(element) {
  if (!element) return null;
  const zone = element.closest('details:not([open])');
  const shown = zone ? zone.querySelector('summary') : element;
  return shown && shown.getClientRects().length > 0 ? shown : null;
}

function arrow(from, to, kind) {
  const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const [x1, y1] = [a.left + a.width / 2, a.top + a.height / 2];
  const [x2, y2] = [b.left + b.width / 2, b.top + b.height / 2];
  const bend = Math.min(60, Math.hypot(x2 - x1, y2 - y1) / 5);
  const [mx, my] = [(x1 + x2) / 2 + (y1 < y2 ? bend : -bend), (y1 + y2) / 2];
  const n = (value) => value.toFixed(0);
  return `<path class="arrow" data-kind="${kind}" d="M${n(x1)} ${n(y1)}Q${n(mx)} ${n(my)} ${n(x2)} ${n(y2)}" marker-end="url(#head)"/>`;
}
