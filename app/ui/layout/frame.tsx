import type { ReactNode } from 'react'
import { useText } from '#app/i18n/text.tsx'
import type { ToastMessage } from '../toast-list.ts'
import { Toasts } from '../toasts.tsx'
import { AppBar } from './app-bar.tsx'
import { BottomNavigation } from './bottom-navigation.tsx'
import { Drawer } from './drawer.tsx'
import { Footer } from './footer.tsx'
import { useFocusOnNewPage } from './new-page.live.ts'
import type { SiteFrame } from './site.ts'

/** Everything around a page's `<main id="main">`. `flash` is what the last page had to say. */
export function Frame({ frame, flash, children }: { frame: SiteFrame; flash?: ToastMessage; children: ReactNode }) {
  const t = useText('common')
  useFocusOnNewPage()
  return (
    <>
      <a className="skip" href="#main">
        {t('skip')}
      </a>
      <AppBar frame={frame} />
      {children}
      <Footer frame={frame} />
      <BottomNavigation frame={frame} />
      <Drawer frame={frame} />
      <Toasts flash={flash} />
    </>
  )
}
