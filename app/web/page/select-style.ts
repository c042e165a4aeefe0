import postcss, { type AtRule, type ChildNode, type Container, type Rule } from 'postcss'

/** Class names that sources mention: whole ones, and the beginnings and ends of those that are put together. */
export interface MentionedClasses {
  whole: Set<string>
  beginnings: Set<string>
  ends: Set<string>
  /** Custom properties that markup and drawings use. */
  properties: Set<string>
}

/** Media that no first sight of a page needs: paper, and what readers of few colours get a moment later. */
const LATER_MEDIA = /^print$|forced-colors|prefers-reduced-motion/
/** A drawing within the style: decoration, which may come with the whole sheet. */
const DRAWING = /url\("?data:/
/** A rule for a pointer that is there only once the sheet has come, too. */
const POINTED_AT = /:hover|::selection/

/**
 * The part of a style sheet that pages with these classes can need when they come up. A rule stays unless it asks for a class
 * that nobody mentions; of custom properties and animations those stay that a remaining rule uses. *Ours*.
 */
export function selectStyle(sheet: string, classes: MentionedClasses): string {
  const root = postcss.parse(sheet)
  root.walkComments((comment) => {
    comment.remove()
  })
  keepMentioned(root, (name) => isMentioned(name, classes))
  inlineConstants(root)
  dropUnused(root, classes.properties)
  dropEmpty(root)
  return root.toString()
}

function keepMentioned(within: Container, isKnown: (name: string) => boolean) {
  for (const node of [...(within.nodes ?? [])]) {
    if (node.type === 'atrule' && node.name === 'media' && LATER_MEDIA.test(node.params)) node.remove()
    else if (node.type === 'decl' && DRAWING.test(node.value)) within.remove()
    else if (node.type === 'rule' && !isKeyframe(node)) keepSelectors(node, isKnown)
    if (node.parent && 'nodes' in node) keepMentioned(node as Container, isKnown)
  }
}

function isKeyframe(rule: Rule): boolean {
  return rule.parent?.type === 'atrule' && (rule.parent as AtRule).name.endsWith('keyframes')
}

function keepSelectors(rule: Rule, isKnown: (name: string) => boolean) {
  const kept = rule.selectors.filter((selector) => !POINTED_AT.test(selector) && classesOf(selector).every(isKnown))
  if (kept.length === 0) rule.remove()
  else rule.selectors = kept
}

/** The classes that an element or its surroundings must have; what stands in `:not()`, `:is()` and the like is optional. */
function classesOf(selector: string): string[] {
  let plain = selector
  for (let before = ''; before !== plain; ) {
    before = plain
    plain = plain.replace(/\([^()]*\)/g, '')
  }
  return [...plain.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name.replaceAll('\\', ''))
}

function isMentioned(name: string, { whole, beginnings, ends }: MentionedClasses): boolean {
  if (whole.has(name)) return true
  return [...beginnings].some((start) => name.startsWith(start)) || [...ends].some((end) => name.endsWith(end))
}

/** A custom property of the root that is set nowhere else is its value. */
function inlineConstants(root: Container) {
  const set = new Map<string, string[]>()
  root.walkDecls(/^--/, ({ prop, value, parent }) => {
    const isRoot = parent?.type === 'rule' && /^:root(,:host)?$/.test((parent as Rule).selector)
    set.set(prop, [...(set.get(prop) ?? []), ...(isRoot ? [value] : [value, value])])
  })
  const constants = new Map(
    [...set].flatMap(([name, values]) => (values.length === 1 ? [[name, values[0] ?? '']] : [])),
  )
  root.walkDecls((declaration) => {
    for (let before = ''; before !== declaration.value; ) {
      before = declaration.value
      declaration.value = before.replace(/var\((--[\w-]+)\)/g, (use, name) => constants.get(name) ?? use)
    }
  })
}

/** Custom properties may use each other: repeated until nothing more goes. */
function dropUnused(root: Container, kept: ReadonlySet<string>) {
  for (let isChanged = true; isChanged; ) {
    isChanged = false
    const used = new Set(kept)
    const animations = new Set<string>()
    root.walkDecls(({ prop, value }) => {
      for (const [name] of value.matchAll(/--[\w-]+/g)) used.add(name)
      if (/^animation(-name)?$/.test(prop)) for (const word of value.split(/[\s,]+/)) animations.add(word)
    })
    root.walkDecls(/^--/, (declaration) => {
      if (used.has(declaration.prop)) return
      declaration.remove()
      isChanged = true
    })
    root.walkAtRules(/keyframes$/, (animation) => {
      if (!animations.has(animation.params)) animation.remove()
    })
  }
}

function dropEmpty(within: Container) {
  for (const node of [...(within.nodes ?? [])] as ChildNode[]) {
    if (!('nodes' in node) || !node.nodes) continue
    dropEmpty(node as Container)
    if (node.nodes.length > 0) continue
    // An empty layer keeps its place in the order: the whole sheet comes later, and fills it.
    if (node.type === 'atrule' && node.name === 'layer') node.nodes = undefined
    else node.remove()
  }
}
