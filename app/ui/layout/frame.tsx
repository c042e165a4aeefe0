import { createContext, type ReactNode, useContext } from 'react'
import { useText } from '#app/i18n/text.tsx'
import type { FlashMessage } from '../toast-list.ts'
import { Toasts } from '../toasts.tsx'
import { AppBar } from './app-bar.tsx'
import { BottomNavigation } from './bottom-navigation.tsx'
import { Drawer } from './drawer.tsx'
import { useFailureNotices } from './failed-request.live.ts'
import { Footer } from './footer.tsx'
import { HeldPlace } from './held-place.tsx'
import { useFocusOnNewPage } from './new-page.live.ts'
import type { SiteFrame } from './site.ts'
import { TopFrame } from './top-frame.tsx'

const FrameOfPage = createContext<SiteFrame | undefined>(undefined)

/** What the page's own frame needs to know. Throws an Error outside `OwnFrame`. */
export function useSiteFrame(): SiteFrame {
  const frame = useContext(FrameOfPage)
  if (!frame) throw new Error('only a page with a frame of its own reads the frame')
  return frame
}

/** What is around a page whose layout brings its own bar and menus (`PageHandle.ownFrame`). */
export function OwnFrame({ frame, flash, children }: { frame: SiteFrame; flash?: FlashMessage; children: ReactNode }) {
  const t = useText('common')
  useFocusOnNewPage()
  useFailureNotices()
  return (
    <FrameOfPage value={frame}>
      <a className="skip" href="#main">
        {t('skip')}
      </a>
      {children}
      <Toasts flash={flash} />
      <HeldPlace person={frame.viewer?.phone} />
    </FrameOfPage>
  )
}

/** Everything around a page's `<main id="main">`. `flash` is what the last page had to say. */
export function Frame({ frame, flash, children }: { frame: SiteFrame; flash?: FlashMessage; children: ReactNode }) {
  const t = useText('common')
  useFocusOnNewPage()
  useFailureNotices()
  return (
    <>
      <a className="skip" href="#main">
        {t('skip')}
      </a>
      {frame.brand.layout === 'top' ? (
        <TopFrame frame={frame} toasts={<Toasts flash={flash} />}>
          {children}
        </TopFrame>
      ) : (
        <>
          <AppBar frame={frame} />
          <Toasts flash={flash} />
          {children}
          <Footer frame={frame} />
          <BottomNavigation frame={frame} />
          <Drawer frame={frame} />
        </>
      )}
      <HeldPlace person={frame.viewer?.phone} />
    </>
  )
}
