import { type HTMLAttributes, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'

/** React leaves alone what is always the same object. */
const AS_IT_IS = { __html: '' }

/**
 * A list whose entries do nothing by themselves. The page's data lack what the server made them of
 * (`web/router/document-only.ts`): the browser keeps them as they are, until other data come. Where they are not
 * there after all, because React had to make the page anew, the data are fetched.
 * @param entries undefined where the page has them already
 */
export function KeptList({
  entries,
  ...attributes
}: { entries: (() => ReactNode) | undefined } & HTMLAttributes<HTMLUListElement>) {
  const list = useRef<HTMLUListElement>(null)
  const isKept = entries === undefined
  const checked = useRef<string[]>([])
  // The last look at a list that goes: what was chosen in it stays chosen.
  if (!isKept && list.current) checked.current = checkedIn(list.current)
  useLayoutEffect(() => {
    const values = new Set(checked.current.splice(0))
    if (values.size > 0) for (const box of boxesOf(list.current)) box.checked ||= values.has(box.value)
  })
  useWhatIsMissing(isKept, list)
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

/** The rows of a table in the same way. */
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

/** Where React made the page anew, the markup is gone: then all data of the page are fetched. */
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
