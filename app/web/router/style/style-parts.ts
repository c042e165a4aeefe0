import postcss, { type AtRule, type Container, type Rule } from 'postcss'
import type { StylePart } from './select-style.ts'

/** Media that the first view of a page does not need: print, and forced colours, which may come a moment later. */
const LATER_MEDIA = /^print$|forced-colors|prefers-reduced-motion/
/** A drawing in the style: decoration, which may come with the complete sheet. */
const DRAWING = /url\("?data:/
/**
 * States that need an action first, or parts that are closed at first: a pointer, the focus, a menu, a drawer, a
 * message.
 */
const LATER_STATE =
  /:hover|:focus|:active|:target|::selection|::file-selector|\[aria-invalid|\[data-away\]|\[data-state|\.is-open|\.(pop|list|drawer|back|toast|spin)\b/

/** Declarations that do not change how a page looks at first. */
const LATER_DECLARATION = /^(cursor|transition|.*timeline.*|-moz-text-size-adjust|-webkit-hyphens)$/
const NEGATED = /:not\((?:[^()]|\([^()]*\))*\)/g

/**
 * Splits a style sheet, at build time, so that the server can select each page's critical style (`select-style.ts`).
 * What no page needs before the complete sheet has loaded is left out. *Ours*.
 */
export function takeApart(sheet: string): StylePart[] {
  const root = postcss.parse(sheet)
  dropLater(root)
  inlineConstants(root)
  return partsOf(root)
}

function dropLater(within: Container) {
  for (const node of [...(within.nodes ?? [])]) {
    if (node.type === 'comment') node.remove()
    else if (node.type === 'atrule' && node.name === 'media' && LATER_MEDIA.test(node.params)) node.remove()
    else if (node.type === 'decl' && DRAWING.test(node.value)) within.remove()
    else if (node.parent && 'nodes' in node) dropLater(node as Container)
  }
}

/** A custom property that only the root sets is replaced by its value. */
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

function partsOf(within: Container): StylePart[] {
  return (within.nodes ?? []).flatMap((node): StylePart[] => {
    if (node.type === 'rule') return partOfRule(node)
    if (node.type !== 'atrule') return []
    const at = `@${node.name}${node.params && ` ${node.params}`}`
    return [{ at, parts: node.nodes && !holdsDeclarations(node) ? partsOf(node) : undefined, own: ownOf(node) }]
  })
}

function partOfRule(rule: Rule): StylePart[] {
  const isKeyframe = rule.parent?.type === 'atrule' && (rule.parent as AtRule).name.endsWith('keyframes')
  const selectors = rule.selectors
    .filter((selector) => isKeyframe || !LATER_STATE.test(selector.replace(NEGATED, '')))
    .map((selector) => ({
      text: selector,
      classes: classesOf(selector),
      markup: isKeyframe ? [] : markupOf(selector),
      language: languageOf(selector),
    }))
  const declarations = declarationsOf(rule)
  return selectors.length > 0 && declarations.length > 0 ? [{ selectors, declarations }] : []
}

/** The classes that an element or its ancestors must have. */
function classesOf(selector: string): string[] {
  return [...requiredOf(selector).matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name.replaceAll('\\', ''))
}

/** Elements that many pages do not have at first; most others are on every page. */
const SOME_ELEMENTS = 'input|select|textarea|search|table|hr|fieldset|legend|dl|label'
const ELEMENT = new RegExp(`(?<![\\w.#:-])(?:${SOME_ELEMENTS})(?![\\w-])`, 'g')
/** Attributes that React renders; those that scripts set may come later. */
const ATTRIBUTE = /\[(role|type)=["']?([\w-]+)["']?\]/g

/** The elements and attributes that a page must have, as in its markup. */
function markupOf(selector: string): string[] {
  const required = requiredOf(selector)
  const elements = [...required.replace(/\[[^\]]*\]/g, '').matchAll(ELEMENT)].map(([name]) => `<${name}`)
  const attributes = [...required.matchAll(ATTRIBUTE)].map(([, name, value]) => `${name}="${value}"`)
  return [...new Set([...elements, ...attributes])]
}

/**
 * A selector without the content of `:not()`, `:is()` and the like, which a page may lack; what `:has()` names is
 * required.
 */
function requiredOf(selector: string): string {
  let plain = selector.replace(NEGATED, '').replace(/:has\(([^(),]*)\)/g, ' $1')
  for (let before = ''; before !== plain; ) {
    before = plain
    plain = plain.replace(/\([^()]*\)/g, '')
  }
  return plain
}

function languageOf(selector: string): string | undefined {
  return /:lang\((\w+)\)/.exec(selector)?.[1] ?? /\[dir=(\w+)\]/.exec(selector)?.[1]
}

function ownOf(rule: AtRule): string | undefined {
  return holdsDeclarations(rule)
    ? declarationsOf(rule)
        .map(([, text]) => text)
        .join(';')
    : undefined
}

function holdsDeclarations({ nodes }: AtRule): boolean {
  return nodes?.[0]?.type === 'decl'
}

function declarationsOf(within: Container): [name: string, text: string][] {
  return (within.nodes ?? []).flatMap((node): [string, string][] =>
    node.type === 'decl' && !LATER_DECLARATION.test(node.prop)
      ? [[node.prop, `${node.prop}:${node.value}${node.important ? '!important' : ''}`]]
      : [],
  )
}
