import type { RouterContextProvider } from 'react-router'
import { siteContext } from '#app/web/page/context.ts'
import { isOwn } from './switches.ts'

/**
 * Loader data with a part that only the page's HTML shows. When a whole page is requested, that part, which would be
 * most of the page's data, is left out of it (it is not enumerable), and its component keeps the markup as it came
 * (`ui/page/kept-markup.tsx`). The router's own requests for data get everything. A spread leaves the part out, too:
 * pass it by name. *Ours*. Piece `document-only`: 6 % of the bytes of a page of results.
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
