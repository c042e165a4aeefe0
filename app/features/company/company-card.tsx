import { commaOf } from '#app/i18n/format/comma.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Rating } from '#app/ui/rating.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { CompanyLogo } from './company-logo.tsx'
import '../../../styles/profile.css'

/** A company as lists show it. */
export interface ListedCompany {
  id: number
  slug: string
  name: string
  logo: string | null
  logo_dark?: string
  verified: boolean
  rating: { score: number | null; count: number }
  cities: readonly { name: string }[]
  ads: number
}

/** A company as a card; the link of its name covers it. Needs the texts of `companies`. */
export function CompanyCard({ company }: { company: ListedCompany }) {
  const t = useText('companies')
  const { language } = useLanguage()
  const { slug, name, cities, rating, ads } = company
  return (
    <li className="card item">
      <div className="me">
        <CompanyLogo company={company} />
        <div>
          <h2 className="text-base">
            <a href={pathIn(language, `/companies/${slug}`)}>{name}</a>
          </h2>
          <p className="sm soft">{cities.map((city) => city.name).join(commaOf(language))}</p>
        </div>
      </div>
      <div className="row between">
        <Rating {...rating} />{' '}
        <span className="row row-s">
          {company.verified && (
            <Tag kind="info" icon="badge">
              {t('verified')}
            </Tag>
          )}{' '}
          <Tag>{t('vehicles', { n: ads })}</Tag>
        </span>
      </div>
    </li>
  )
}
