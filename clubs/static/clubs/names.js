// Names as they are found, where there is no network too; as `deploy.names.parts` splits them.
const MARKS = /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200c\u200d\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u{e0030}-\u{e007f}\u{e0100}-\u{e01ef}]/gu;
const BETWEEN = /[\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02b9-\u02bf\u05f3\u05f4\u1680\u2000-\u206f\u3000-\u3003\u30fb\ua78b\ua78c]+/g;
const WITHOUT_ACCENT = { æ: "ae", ø: "o", œ: "oe", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i", ß: "ss", ς: "σ" };

// `Áine Ní Ó'Briain (Kerry)` is `aine ni o briain kerry`.
export const parts = text =>
  text.normalize("NFKD").replace(MARKS, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2").replace(/(^|[^A-Za-z])O([A-Z][a-z])/g, "$1O $2")
    .toLowerCase().replace(/[æøœłđðþıßς]/g, letter => WITHOUT_ACCENT[letter])
    .replace(BETWEEN, " ").trim().replace(/(^| )mc/g, "$1mac");

// Each word that is typed begins a part of the name, or all of them as one do.
export const finder = typed => {
  const words = parts(typed).split(" ").filter(Boolean);
  const begins = word => new RegExp(`(^| )${[...word].join(" ?")}`, "u");
  const each = words.map(begins);
  const asOne = begins(words.join(""));
  return name => asOne.test(name) || each.every(word => word.test(name));
};
