import type { ReactNode } from 'react'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage } from '#app/i18n/text/text.tsx'
import { Logo } from '#app/ui/brand/logo.tsx'
import { useSiteBrand } from '#app/ui/brand/site-brand.tsx'

/** The blank layout (§2): only the page and a link home, for when the data of the whole frame cannot be loaded. */
export function BareFrame({ children }: { children: ReactNode }) {
  const { language } = useLanguage()
  const name = useSiteBrand()?.name
  return (
    <>
      <header className="bar">
        <div className="wrap">
          <a className="logo" href={pathIn(language, '/')}>
            <Logo name={name ?? ''} />
          </a>
        </div>
      </header>
      {children}
    </>
  )
}
