/** A part of a style sheet that was split by the build (`style-parts.ts`). */
export type StylePart =
  | {
      /**
       * Each with the classes and the markup (`<table`, `role="switch"`) that a page must have for it, and the language
       * or direction that it is for.
       */
      selectors: { text: string; classes: readonly string[]; markup: readonly string[]; language?: string }[]
      declarations: readonly (readonly [name: string, text: string])[]
    }
  | {
      /** A rule like `@media (…)`: with parts inside, with declarations of its own (a font), or empty. */
      at: string
      parts?: readonly StylePart[]
      own?: string
    }

/** The features of a page that style depends on. */
export interface StyleNeeds {
  classes: ReadonlySet<string>
  /** The markup in the page, of all markup that the style depends on (`markupOf`). */
  markup: ReadonlySet<string>
  /** The page's language and direction: `fa` and `rtl`. */
  languages: ReadonlySet<string>
  /** Whether the page's script is one that the site has a font for. */
  hasFont: boolean
  /** Custom properties used by markup and drawings. */
  properties: ReadonlySet<string>
}

/**
 * The part of a style sheet that a page needs at first: the rules whose classes all occur in it. Custom properties and
 * animations stay if a remaining rule uses them. Source: the method is *ours*.
 */
export function selectStyle(parts: readonly StylePart[], needs: StyleNeeds): string {
  const kept = withoutRepeatedLayers(parts.flatMap((part) => keptOf(part, needs)))
  const used = usedProperties(kept, needs.properties)
  const played = playedAnimations(kept)
  return kept.map((part) => textOf(part, { used, played })).join('')
}

function keptOf(part: StylePart, needs: StyleNeeds): StylePart[] {
  if ('selectors' in part) {
    const selectors = part.selectors.filter(
      ({ classes, markup, language }) =>
        (!language || needs.languages.has(language)) &&
        classes.every((name) => needs.classes.has(name)) &&
        markup.every((piece) => needs.markup.has(piece)),
    )
    return selectors.length > 0 ? [{ ...part, selectors }] : []
  }
  if (part.own !== undefined) return part.at === '@font-face' && !needs.hasFont ? [] : [part]
  if (!part.parts) return [part]
  const parts = part.parts.flatMap((inner) => keptOf(inner, needs))
  // An empty layer keeps its place in the order, because the complete sheet is loaded later and fills it.
  if (parts.length === 0) return part.at.startsWith('@layer') ? [{ at: part.at }] : []
  return [{ at: part.at, parts }]
}

/** The first mention of a layer defines its place, so further empty ones are dropped. */
function withoutRepeatedLayers(parts: readonly StylePart[]): StylePart[] {
  const named = new Set<string>()
  return parts.filter((part) => {
    if ('selectors' in part || !part.at.startsWith('@layer ')) return true
    const names = part.at.slice('@layer '.length).split(/\s*,\s*/)
    const isKnown = !part.parts && names.every((name) => named.has(name))
    for (const name of names) named.add(name)
    return !isKnown
  })
}

/** All markup that a style depends on. */
export function markupOf(parts: readonly StylePart[]): string[] {
  const pieces = parts.flatMap((part) =>
    'selectors' in part ? part.selectors.flatMap(({ markup }) => markup) : markupOf(part.parts ?? []),
  )
  return [...new Set(pieces)]
}

function declarationsIn(parts: readonly StylePart[]): (readonly [name: string, text: string])[] {
  return parts.flatMap((part) => ('selectors' in part ? part.declarations : declarationsIn(part.parts ?? [])))
}

/** Custom properties can use each other: repeated until nothing more is found. */
function usedProperties(parts: readonly StylePart[], given: ReadonlySet<string>): ReadonlySet<string> {
  const used = new Set(given)
  const waiting = declarationsIn(parts)
  for (let before = -1; before !== used.size; ) {
    before = used.size
    for (const [name, text] of waiting) {
      if (name.startsWith('--') && !used.has(name)) continue
      for (const [property] of text.matchAll(/(?<=var\()--[\w-]+/g)) used.add(property)
    }
  }
  return used
}

function playedAnimations(parts: readonly StylePart[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const [name, text] of declarationsIn(parts)) {
    if (/^animation(-name)?$/.test(name)) for (const word of text.split(/[:\s,]+/)) names.add(word)
  }
  return names
}

interface Used {
  used: ReadonlySet<string>
  played: ReadonlySet<string>
}

function textOf(part: StylePart, { used, played }: Used): string {
  if ('selectors' in part) {
    const declarations = part.declarations.filter(([name]) => !name.startsWith('--') || used.has(name))
    if (declarations.length === 0) return ''
    return `${part.selectors.map(({ text }) => text).join()}{${declarations.map(([, text]) => text).join(';')}}`
  }
  const [kind, name = ''] = part.at.split(' ')
  if (kind === '@keyframes' && !played.has(name)) return ''
  if (kind === '@property' && !used.has(name)) return ''
  if (part.own !== undefined) return `${part.at}{${part.own}}`
  const inner = part.parts?.map((child) => textOf(child, { used, played })).join('')
  if (inner) return `${part.at}{${inner}}`
  return kind === '@layer' ? `${part.at};` : ''
}
