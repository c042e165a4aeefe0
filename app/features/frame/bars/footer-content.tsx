import { formatTime } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { SUPPORT_HOURS } from '#app/rules/constants.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Logo } from '#app/ui/brand/logo.tsx'
import { KeptPart } from '#app/web/router/kept-part.tsx'
import type { SiteFrame } from '../site.ts'

/** Contact, office hours, the apps, and the links of §2. */
export function FooterContent({ frame: { brand } }: { frame: SiteFrame }) {
  const { language } = useLanguage()
  const content = <Content brand={brand} />
  return import.meta.env.SSR ? <KeptPart shows={['footer', language, brand]}>{content}</KeptPart> : content
}

function Content({ brand }: Pick<SiteFrame, 'brand'>) {
  const t = useText('common')
  const { language } = useLanguage()
  return (
    <div className="wrap">
      <div className="stack">
        <div className="logo">
          <Logo name={brand.name} />
        </div>
        <p className="soft">
          {t('footer.tagline')}{' '}
          {t('footer.hours', {
            from: formatTime(SUPPORT_HOURS.opens, language),
            to: formatTime(SUPPORT_HOURS.closes, language),
          })}
        </p>
        <AppLinks {...brand} />
        {brand.poweredBy && <p className="soft">{t('footer.poweredBy', { name: brand.poweredBy })}</p>}
      </div>
      <div className="foot-cols">
        <Column
          title={brand.name}
          links={[
            ['/pages/about-us', t('footer.about')],
            ['/pages/terms', t('nav.terms')],
            ['/pages/policy', t('footer.policy')],
            ['/pages/legal-notice', t('footer.legal')],
            ['/blog', t('nav.blog')],
          ]}
        />
        <Column
          title={t('footer.help')}
          links={[
            ['/voucher', t('nav.findReservation')],
            ['/pages/help', t('nav.help')],
            ['/pages/contact', t('nav.contact')],
            ['/newsletter', t('footer.newsletter')],
            ['/pages/complaints', t('footer.complaints')],
          ]}
        />
        <Column
          title={t('footer.travel')}
          links={[
            ['/rent/car', t('footer.cars')],
            ['/rent/motor', t('footer.motors')],
            ['/rent/car/monthly', t('footer.monthly')],
            ['/city', t('footer.cities')],
            ['/companies', t('footer.companies')],
            ['/partner', t('footer.partner')],
            ['/favourites', t('favourites.title')],
          ]}
        />
      </div>
    </div>
  )
}

function Column({ title, links }: { title: string; links: [path: string, text: string][] }) {
  const { language } = useLanguage()
  return (
    <div>
      <h2>{title}</h2>
      <ul>
        {links.map(([path, text]) => (
          <li key={path}>
            <a href={pathIn(language, path)}>{text}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}

function AppLinks({ androidUrl, iosUrl, appUrl }: SiteFrame['brand']) {
  const t = useText('common')
  const links = [
    { href: androidUrl, text: t('footer.android') },
    { href: iosUrl, text: t('footer.ios') },
    { href: appUrl, text: t('footer.app') },
  ].filter(({ href }) => href)
  if (links.length === 0) return null
  return (
    <div className="row">
      {links.map(({ href, text }) => (
        <a key={text} className="btn btn-s" href={href}>
          <Icon name="download" />
          {text}
        </a>
      ))}
    </div>
  )
}
