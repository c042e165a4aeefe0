import { createContext, type ReactNode, useContext } from 'react'
import { useText } from '#app/i18n/text/text.tsx'
import { useFailureToasts } from '#app/ui/connection/failed-request.live.ts'
import { HeldPlace } from '#app/ui/connection/held-place.tsx'
import type { FlashMessage } from '#app/ui/page/toast-list.ts'
import { Toasts } from '#app/ui/page/toasts.tsx'
import { AppBar } from './bars/app-bar.tsx'
import { BottomNavigation } from './bars/bottom-navigation.tsx'
import { Drawer } from './bars/drawer.tsx'
import { Footer } from './bars/footer.tsx'
import { useFocusOnNewPage } from './new-page.live.ts'
import type { SiteFrame } from './site.ts'
import { TopFrame } from './top-frame.tsx'

const FrameOfPage = createContext<SiteFrame | undefined>(undefined)

/** The data of the frame around a page. Throws an Error outside `OwnFrame`. */
export function useSiteFrame(): SiteFrame {
  const frame = useContext(FrameOfPage)
  if (!frame) throw new Error('only a page with a frame of its own reads the frame')
  return frame
}

/** The frame of a page whose layout has its own bar and menus (`PageHandle.ownFrame`). */
export function OwnFrame({ frame, flash, children }: { frame: SiteFrame; flash?: FlashMessage; children: ReactNode }) {
  const t = useText('common')
  useFocusOnNewPage()
  useFailureToasts()
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

/** Everything around a page's `<main id="main">`. `flash` is a message from the previous page. */
export function Frame({ frame, flash, children }: { frame: SiteFrame; flash?: FlashMessage; children: ReactNode }) {
  const t = useText('common')
  useFocusOnNewPage()
  useFailureToasts()
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
