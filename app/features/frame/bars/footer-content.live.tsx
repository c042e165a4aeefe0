import { type ComponentType, lazy } from 'react'
import { fetchOptional } from '#app/ui/connection/failed-chunk.live.ts'
import type { SiteFrame } from '../site.ts'

/** The footer's content in a browser, loaded only when React has to render the document again (`#fetched` in package.json). */
export const FooterContent = lazy<ComponentType<{ frame: SiteFrame }>>(() =>
  fetchOptional(() => import('#app/features/frame/bars/footer-content.tsx')).then(
    (file) => ({ default: file.FooterContent }),
    () => ({ default: () => null }),
  ),
)
