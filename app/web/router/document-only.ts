import type { RouterContextProvider } from 'react-router'
import { siteContext } from '#app/web/page/context.ts'
import { isOwn } from './switches.ts'

/**
 * Loader data with a part that only the page's HTML shows. Where a whole page is asked for, the part does not get into
 * the page's data, of which it would be most (it is not enumerable): who shows it leaves the markup as it came
 * (`ui/page/kept-markup.tsx`). The router's own requests for data get all of it. A spread leaves the part out, too: hand it on
 * by name. *Ours*. Piece `document-only`: 6 % of the bytes of a page of results.
 */
export function withDocumentOnly<Data extends object, Part extends object>(
  context: Readonly<RouterContextProvider>,
  data: Data,
  part: Part,
): Data & Partial<Part> {
  if (!(context.get(siteContext).isDocument && isOwn('document-only'))) return { ...data, ...part }
  for (const [name, value] of Object.entries(part)) Object.defineProperty(data, name, { value })
  return data as Data & Partial<Part>
}
