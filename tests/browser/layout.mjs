// What is wrong with the layout of the page.

/**
 * Texts and controls that overlap, that are cut off at the side, or whose letters are smaller than 12 pixels, and boxes
 * that scroll sideways, a sentence each. Runs in the page.
 */
export function faultsOfLayout() {
  const faults = [];
  const name = (element) => `${element.tagName.toLowerCase()}.${element.className.baseVal ?? element.className}`;
  const isHidden = (element) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || element.closest("svg")) return true;
    for (let around = element; around; around = around.parentElement) {
      if (getComputedStyle(around).clipPath !== "none") return true;
    }
    return false;
  };
  /** The part of a box that its ancestors let be seen, and whether one of them cuts it off at the side. */
  const seen = (box, element) => {
    let { left, right, top, bottom } = box;
    let isCut = false;
    for (let around = element; around; around = around.parentElement) {
      const style = getComputedStyle(around);
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const { left: from, right: to, top: above, bottom: below } = around.getBoundingClientRect();
      const isAbbreviated = style.textOverflow === "ellipsis";
      const isSwiped = style.scrollSnapType.startsWith("x");
      const scrolls = isSwiped || (style.overflowX === "auto" && around.closest(".frame-x, .items-frame"));
      // The oldest operations leave the timeline at its side, where it scrolls.
      const leaves = around.matches(".choice-row");
      isCut ||= !isAbbreviated && !scrolls && !leaves && (left < from - 1 || right > to + 1);
      left = Math.max(left, from);
      right = Math.min(right, to);
      top = Math.max(top, above);
      bottom = Math.min(bottom, below);
    }
    return { left, right, top, bottom, isCut };
  };

  for (const element of document.querySelectorAll("main, main *, footer, footer *, header, header *")) {
    const { overflowX } = getComputedStyle(element);
    const scrolls = ["auto", "scroll"].includes(overflowX) && element.scrollWidth > element.clientWidth + 1;
    // A user swipes from index to index on a phone.
    const isSwiped = getComputedStyle(element).scrollSnapType.startsWith("x");
    if (scrolls && !isSwiped && !element.closest(".frame-x, .items-frame, .choice-row")) faults.push(`${name(element)} scrolls sideways`);
  }
  const boxes = [];
  const walker = document.createTreeWalker(document.querySelector(".frame"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement: element } = walker.currentNode;
    if (data.trim() === "" || isHidden(element) || element.closest("select, textarea, dialog")) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const box of range.getClientRects()) {
      const { isCut, ...part } = seen(box, element);
      if (part.right - part.left < 1 || part.bottom - part.top < 1) continue;
      if (isCut) faults.push(`“${data.trim()}” is cut off`);
      if (part.left < 0 || part.right > innerWidth + 1) faults.push(`“${data.trim()}” is outside of the window`);
      if (parseFloat(getComputedStyle(element).fontSize) < 12) faults.push(`“${data.trim()}” is smaller than 12 pixels`);
      boxes.push({ ...part, element, what: data.trim() });
    }
  }
  for (const element of document.querySelectorAll("button, input, select, textarea")) {
    const box = element.getBoundingClientRect();
    if (isHidden(element) || box.width === 0 || element.closest("dialog, .json-editor")) continue;
    const { isCut, ...part } = seen(box, element);
    if (part.right - part.left < 1 || part.bottom - part.top < 1) continue;
    if (isCut) faults.push(`${name(element)} is cut off`);
    boxes.push({ ...part, element, what: name(element) });
  }
  // A part of a number would be another number. What scrolls sideways fades at its edge.
  const isNumber = (text) => /^[\s▲▼=+÷→$<]*\d[\d.,]*(\s?(B|KB|MB|GB|ms|s|min|h|%|WCU|RCU))?[\s+=]*$/.test(text);
  const cuts = (element, { left, right }) => {
    for (let around = element; around; around = around.parentElement) {
      const { overflowX } = getComputedStyle(around);
      if (overflowX === "auto" || overflowX === "scroll") return false;
      const { left: from, right: to } = around.getBoundingClientRect();
      if (overflowX !== "visible" && (left < from - 1 || right > to + 1)) return true;
    }
    return false;
  };
  for (const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); texts.nextNode(); ) {
    const { data, parentElement: element } = texts.currentNode;
    if (!isNumber(data) || isHidden(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    for (const box of range.getClientRects()) {
      if (box.width > 0 && cuts(element, box)) faults.push(`the number “${data.trim()}” is cut`);
    }
    // Nor may it go on in a second line.
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
    if (lines.size > 1 && /^\S+$/.test(data.trim())) faults.push(`the number “${data.trim()}” is in two lines`);
  }
  // The words of a choice, and the arrow beside them.
  const ink = document.createElement("canvas").getContext("2d");
  for (const select of document.querySelectorAll(".bottom select")) {
    // Longer words than those of English give way.
    if (isHidden(select) || document.documentElement.lang !== "en") continue;
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    ink.font = font;
    const words = select.selectedOptions[0]?.text ?? "";
    const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 18;
    if (ink.measureText(words).width > room) faults.push(`the choice “${words}” is cut`);
  }
  const lies = (element, other) => element.contains(other) || other.contains(element);
  for (const [position, one] of boxes.entries()) {
    for (const other of boxes.slice(position + 1)) {
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (wide <= 2 || high <= 3 || lies(one.element, other.element)) continue;
      // What sticks to the edge of a zone or of the table covers what scrolls below it, the ✕ under the pointer its neighbor, and the hint of a field what is below the field.
      const covers = [one, other].some(({ element }) => element.closest(".items thead, .items-legend, .item-size, .cell > .attribute-remove, .collection-head, .dialog-head, .number-hint"));
      if (!covers) faults.push(`“${one.what}” and “${other.what}” overlap`);
    }
  }
  return [...new Set(faults)].slice(0, 20);
}
