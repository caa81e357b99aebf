// What a reader of the page needs and axe cannot say: the contrast of every text over whatever may lie behind it, also over
// gradients and through transparency, and a mark on whatever has the focus.

const canvas = document.createElement('canvas');
canvas.width = canvas.height = 1;
const pen = canvas.getContext('2d', { willReadFrequently: true });
const known = new Map();

/** A colour of any notation as numbers; the last is how opaque it is. */
function color(text) {
  if (!known.has(text)) {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = '#000';
    pen.fillStyle = text;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
    known.set(text, [r, g, b, a / 255]);
  }
  return known.get(text);
}

const over = ([r, g, b, a], [x, y, z]) => [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a), 1];

function luminance([r, g, b]) {
  const part = (value) => ((value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
}

function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** The colours of a gradient: whatever in it is a colour. */
function stops(image) {
  const found = image.match(/(?:rgba?|hsla?|oklch|oklab|lab|lch|color)\((?:[^()]|\([^()]*\))*\)|#[0-9a-f]{3,8}\b/gi) ?? [];
  return image.includes('gradient') ? found.map(color) : [];
}

const behind = new Map();

/** The colours that may lie behind what an element holds. */
function backgrounds(element) {
  if (!element) return [color(matchMedia('(prefers-color-scheme: dark)').matches ? '#121212' : '#fff')];
  if (behind.has(element)) return behind.get(element);
  const style = getComputedStyle(element);
  // What is taken out of the flow may lie over anything; only what it is drawn on itself counts then.
  const below = backgrounds(element.parentElement);
  const own = color(style.backgroundColor);
  let all = below.map((one) => over(own, one));
  const drawn = stops(style.backgroundImage);
  if (drawn.length > 0) all = all.flatMap((one) => drawn.map((stop) => over(stop, one)));
  // The same colours again and again: a few that are far apart stand for all.
  const each = new Map(all.map((one) => [one.map((part) => Math.round(part / 8)).join(), one]));
  all = [...each.values()].sort((a, b) => luminance(a) - luminance(b));
  if (all.length > 12) all = [all[0], ...all.filter((_, place) => place % Math.ceil(all.length / 10) === 0), all[all.length - 1]];
  behind.set(element, all);
  return all;
}

function opacity(element) {
  let all = 1;
  for (let one = element; one; one = one.parentElement) all *= Number(getComputedStyle(one).opacity);
  return all;
}

function path(element) {
  const short = (one) => one.nodeName.toLowerCase() + (one.id ? `#${one.id}` : '') + [...one.classList].map((name) => `.${name}`).join('');
  return [element.parentElement?.parentElement, element.parentElement, element].filter(Boolean).map(short).join(' > ');
}

function faint() {
  const found = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (walker.currentNode.nodeValue.trim() === '' || element.closest('script, style, :disabled, [aria-disabled="true"], [data-out]')) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const box = element.getBoundingClientRect();
    // What only screen readers are told is a pixel large, or out of sight.
    if (box.width < 2 || box.height < 2 || box.right < 0 || box.bottom < 0) continue;
    const style = getComputedStyle(element);
    const ink = color(style.color);
    // What is written with nothing is drawn by something else.
    if (ink[3] === 0) continue;
    const size = parseFloat(style.fontSize);
    const wanted = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    const seen = opacity(element);
    for (const one of backgrounds(element)) {
      const value = contrast(over([ink[0], ink[1], ink[2], ink[3] * seen], one), one);
      if (value < wanted - 0.05) {
        const key = `${path(element)} has ${value.toFixed(2)} of ${wanted}: ${style.color} on rgb(${one.slice(0, 3).map(Math.round)})`;
        if (!found.has(path(element))) found.set(path(element), `${key}, "${walker.currentNode.nodeValue.trim().slice(0, 40)}"`);
      }
    }
  }
  return [...found.values()];
}

/** What can be reached with Tab and does not show that it has been. */
function unmarked() {
  const found = [];
  const before = document.activeElement;
  // What changes slowly has not changed yet when it is looked at.
  const still = document.createElement('style');
  still.textContent = '* { transition: none !important; animation: none !important }';
  document.head.append(still);
  const look = (one) => {
    const parts = [];
    for (let place = one; place && place !== document.body && parts.length < 40; place = place.parentElement) {
      const style = getComputedStyle(place);
      parts.push(style.outline, style.boxShadow, style.borderColor, style.backgroundColor, style.textDecoration, style.transform, style.scale, style.translate);
    }
    return parts.join();
  };
  for (const one of document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')) {
    if (one.disabled || !one.checkVisibility({ visibilityProperty: true }) || one.getClientRects().length === 0) continue;
    one.blur();
    const without = look(one);
    one.focus({ focusVisible: true, preventScroll: true });
    if (document.activeElement === one && look(one) === without) found.push(`${path(one)} does not show that it has the focus`);
  }
  still.remove();
  before?.focus?.();
  return found;
}

function positive() {
  return [...document.querySelectorAll('[tabindex]')].filter((one) => one.tabIndex > 0).map((one) => `${path(one)} jumps the queue of Tab`);
}

/** Who speaks to the page calls things by what is written on them. */
function misnamed() {
  const written = (one) => one.querySelector('.name')?.textContent.trim() ?? '';
  const called = (one) => one.getAttribute('aria-label') ?? '';
  return [...document.querySelectorAll('[role="button"]')].filter((one) => !called(one).startsWith(written(one))).map((one) => `${path(one)} is called "${called(one)}"`);
}

return [...misnamed(), ...faint(), ...unmarked(), ...positive()];
