import { type Tile, VehicleTile } from '#app/features/vehicle/vehicle-tile.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { CATEGORY, FROM_DAYS } from '#app/rules/constants.ts'
import type { CompanyData } from './company.tsx'

/** Some of the company's vehicles, and a link to all of them. */
export function Fleet({ company, ads }: { company: CompanyData['company']; ads: readonly Tile[] }) {
  const t = useText('companies')
  const vehicle = useText('vehicle')
  const { language } = useLanguage()
  return (
    <section className="section" aria-labelledby="fleet">
      <div className="row between">
        <h2 id="fleet">{t('fleet.title', { name: company.name })}</h2>
        <div className="row">
          {company.offers.map(({ category, ads: n }) => {
            const isMotor = category === CATEGORY.MOTOR
            const path = `/rent/${isMotor ? 'motor' : 'car'}?company=${company.id}`
            return (
              <a key={category} href={pathIn(language, path)} rel="nofollow">
                {isMotor ? t('fleet.motors', { n }) : t('fleet.cars', { n })}
              </a>
            )
          })}
        </div>
      </div>
      {ads.length === 0 && <p className="soft">{t('fleet.none')}</p>}
      <ul className="grid3">
        {ads.map((ad) => (
          <VehicleTile
            key={ad.id}
            ad={ad}
            note={vehicle.loose(`category.${ad.category}`)}
            priceNote={t('fleet.aDay', { n: FROM_DAYS })}
          />
        ))}
      </ul>
    </section>
  )
}
