import { type HTMLAttributes, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'

/** Always the same object, so that React never updates the content. */
const AS_IT_IS = { __html: '' }

/**
 * A list whose entries need no scripts. The hydration data lack the entries (`web/router/document-only.ts`): the browser keeps
 * the server's markup until it gets other data. If the markup is missing, because React had to render the page again, the data
 * are fetched.
 * @param props.entries undefined when the page already has the markup
 * @param props.markup the entries as the server keeps them (`web/router/kept-markup.ts`)
 */
export function KeptList({
  entries,
  markup,
  ...attributes
}: { entries: (() => ReactNode) | undefined; markup?: string | undefined } & HTMLAttributes<HTMLUListElement>) {
  const list = useRef<HTMLUListElement>(null)
  const isKept = entries === undefined
  const checked = useRef<string[]>([])
  // Before the markup is replaced, remember its checked boxes, so that they stay checked.
  if (!isKept && list.current) checked.current = checkedIn(list.current)
  useLayoutEffect(() => {
    const values = new Set(checked.current.splice(0))
    if (values.size > 0) for (const box of boxesOf(list.current)) box.checked ||= values.has(box.value)
  })
  useWhatIsMissing(isKept, list)
  if (import.meta.env.SSR && markup !== undefined) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React has rendered it
    return <ul {...attributes} dangerouslySetInnerHTML={{ __html: markup }} />
  }
  if (entries) {
    return (
      <ul key="made" ref={list} {...attributes}>
        {entries()}
      </ul>
    )
  }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is empty here, and stays as the server sent it
  return <ul key="kept" ref={list} {...attributes} suppressHydrationWarning dangerouslySetInnerHTML={AS_IT_IS} />
}

/** The same for the rows of a table. */
export function KeptRows({ rows }: { rows: (() => ReactNode) | undefined }) {
  const body = useRef<HTMLTableSectionElement>(null)
  useWhatIsMissing(rows === undefined, body)
  if (rows) {
    return (
      <tbody key="made" ref={body}>
        {rows()}
      </tbody>
    )
  }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is empty here, and stays as the server sent it
  return <tbody key="kept" ref={body} suppressHydrationWarning dangerouslySetInnerHTML={AS_IT_IS} />
}

/** Fetches all data of the page when React rendered it again and the markup is gone. */
function useWhatIsMissing(isKept: boolean, element: RefObject<HTMLElement | null>) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (isKept && !element.current?.hasChildNodes()) void revalidate()
  }, [isKept, element, revalidate])
}

function boxesOf(list: HTMLUListElement | null): HTMLInputElement[] {
  return [...(list?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? [])]
}

function checkedIn(list: HTMLUListElement): string[] {
  return boxesOf(list).flatMap(({ checked, value }) => (checked ? [value] : []))
}
