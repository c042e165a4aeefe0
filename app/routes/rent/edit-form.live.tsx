import { lazy, useEffect, useRef } from 'react'
import { fetchOptional } from '#app/ui/connection/failed-chunk.live.ts'

/** The form of a page that a browser shows: fetched where it is open (`#fetched` in package.json). */
export const EditForm = lazy(fetchForm)

async function fetchForm() {
  try {
    const { EditForm } = await fetchOptional(() => import('./edit-form.tsx'))
    return { default: EditForm }
  } catch {
    return { default: FormAsItCame }
  }
}

/** React leaves alone what is always the same object. */
const AS_IT_IS = { __html: '' }

/** The form that the server sent, where its script cannot be had: it works by itself. One that is not there comes with the whole page. */
function FormAsItCame() {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!place.current?.hasChildNodes() && navigator.onLine) location.reload()
  }, [])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is empty here, and stays as the server sent it
  return <search ref={place} suppressHydrationWarning dangerouslySetInnerHTML={AS_IT_IS} />
}
