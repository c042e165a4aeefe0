import { type ComponentType, lazy } from 'react'
import { fetchOptional } from '#app/ui/connection/failed-chunk.live.ts'
import type { SiteFrame } from '../site.ts'

/** The foot's content in a browser, which fetches it where React has to make the document anew (`#fetched` in package.json). */
export const FooterContent = lazy<ComponentType<{ frame: SiteFrame }>>(() =>
  fetchOptional(() => import('#app/features/frame/bars/footer-content.tsx')).then(
    (file) => ({ default: file.FooterContent }),
    () => ({ default: () => null }),
  ),
)
