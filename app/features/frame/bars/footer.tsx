import { type MouseEvent, Suspense, useState } from 'react'
import { contactOver } from '#app/features/support/contact-request.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage } from '#app/i18n/text/text.tsx'
import { useHydrated } from '#app/ui/form/form.tsx'
import { FooterContent } from '#fetched/features/frame/bars/footer-content.tsx'
import type { SiteFrame } from '../site.ts'

/** Always the same object, so that React never updates the content. */
const AS_IT_IS = { __html: '' }

/**
 * The footer of every page. It never changes within a document, so the browser keeps the server's markup, and loads the code
 * that renders it only when React has to render the document again.
 */
export function Footer({ frame }: { frame: SiteFrame }) {
  const { language } = useLanguage()
  const isHydrated = useHydrated()
  const [isFromServer] = useState(!isHydrated)
  const contact = pathIn(language, '/pages/contact')
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link?.getAttribute('href') === contact) contactOver(event)
  }
  if (isFromServer && !import.meta.env.SSR) {
    return (
      // biome-ignore lint/a11y: it is a link that is clicked
      <footer
        className="foot"
        onClick={onClick}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: it is empty here, and stays as the server sent it
        dangerouslySetInnerHTML={AS_IT_IS}
      />
    )
  }
  const content = <FooterContent frame={frame} />
  return (
    // biome-ignore lint/a11y: as above
    <footer className="foot" onClick={onClick}>
      {import.meta.env.SSR ? content : <Suspense>{content}</Suspense>}
    </footer>
  )
}
