import { useRef } from 'react'
import { pathIn } from '#app/i18n/language.ts'
import { LANGUAGE_NAMES } from '#app/i18n/language-names.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { servesIran } from '#app/rules/constants.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import type { SiteFrame } from '../site.ts'
import { useClosingMenu } from './chrome.live.tsx'
import { keptFields, languageHref } from './switches.ts'

/** A disclosure with links to the page in the other languages, and a form for the currency. */
export function LanguageAndCurrency({ frame }: { frame: SiteFrame }) {
  const t = useText('common')
  const { language } = useLanguage()
  const menu = useRef<HTMLDetailsElement>(null)
  useClosingMenu(menu)
  return (
    <details className="menu end" ref={menu}>
      <summary>
        <Icon name="globe" />
        <span className="vh">{t('nav.languageAndCurrency')} </span>
        <span className="only-l">{LANGUAGE_NAMES[language]} · </span>
        {servesIran(language) ? t(`currency.${frame.currency}`) : frame.currency}
      </summary>
      <div className="pop list">
        <h2>{t('nav.language')}</h2>
        {frame.brand.languages.map((other) => (
          <a
            key={other}
            href={languageHref(other, frame, language)}
            lang={other}
            hrefLang={other}
            aria-current={other === language ? 'true' : undefined}
          >
            {`${LANGUAGE_NAMES[other]} `}
          </a>
        ))}
        {frame.currencies && <h2>{t('nav.currency')}</h2>}
        <form action={pathIn(language, frame.path)}>
          {keptFields(frame.query).map(([name, value]) => (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          ))}
          {frame.currencies?.map(([id, code, name]) => (
            <button
              key={code}
              type="submit"
              name="currency"
              value={id}
              aria-current={code === frame.currency ? 'true' : undefined}
            >
              {name} <span className="end">{`${code} `}</span>
            </button>
          ))}
        </form>
      </div>
    </details>
  )
}
