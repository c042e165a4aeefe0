import { formatTime } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { SUPPORT_HOURS } from '#app/rules/constants.ts'
import { Bill } from '#app/ui/bill.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Tag } from '#app/ui/tag.tsx'
import type { HomeData } from './home.tsx'

/** A sample bill of a real vehicle that shows what a price consists of, beside our promises. */
export function SampleBill({ sample, depositFree }: { sample: HomeData['sample']; depositFree: number }) {
  const t = useText('home')
  const { language } = useLanguage()
  return (
    <section className="section split stack stack-6" aria-labelledby="sample">
      <div className="stack">
        <h2 id="sample" className="text-2xl">
          {t('sample.title')}
        </h2>
        <p className="soft">{t('sample.text')}</p>
        <ul className="stack stack-2">
          {depositFree > 0 && (
            <li className="row tight">
              <Icon name="badge" className="brand" />
              {t('sample.depositFree', { n: depositFree })}
            </li>
          )}
          <li className="row tight">
            <Icon name="clock" className="brand" />
            {t('sample.cancel')}
          </li>
          <li className="row tight">
            <Icon name="help" className="brand" />
            {t('sample.support', {
              from: formatTime(SUPPORT_HOURS.opens, language),
              to: formatTime(SUPPORT_HOURS.closes, language),
            })}
          </li>
        </ul>
      </div>
      {sample && <Receipt sample={sample} />}
    </section>
  )
}

function Receipt({ sample }: { sample: NonNullable<HomeData['sample']> }) {
  const t = useText('home')
  const { language } = useLanguage()
  const { currency, place } = sample
  const labelOf = (kind: string, unit: number, days: number) => {
    if (kind === 'rent') return t('sample.rent', { days, price: formatMoney(unit, currency, language) })
    return kind === 'insurance' ? t('sample.insurance') : t('sample.place', { place })
  }
  return (
    <div className="card receipt">
      <h3 className="row between pb-4">
        <a href={pathIn(language, sample.href)}>{t('sample.vehicle', { title: sample.title, city: sample.city })}</a>
        <Tag>{t('sample.example')}</Tag>
      </h3>
      <Bill
        currency={currency}
        lines={[
          ...sample.lines.map(([kind, unit, amount, days]) => ({ label: labelOf(kind, unit, days), amount })),
          { label: t('sample.tax'), amount: t('sample.included') },
        ]}
        sums={[{ label: t('sample.total'), amount: sample.total }]}
      />
    </div>
  )
}
