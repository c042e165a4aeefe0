import { TierDiscountFields } from '#app/contract/company/prices/tiers.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { TIERS } from '#app/rules/money/price.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/tiers'
import { PriceChanges } from './price-changes.tsx'
import { useLengths } from './tiers-form.tsx'

const PATH = '/desk/company/tiers'
/** The longer tiers, whose prices are computed from that of the shortest. */
const [, ...LONGER] = TIERS

export const handle: PageHandle = {
  title: 'prices/lengthsForAll.title',
  description: 'prices/description',
  areas: ['prices', 'errors'],
  noJs: true,
  query: ['p3', 'p7', 'p14', 'p30'],
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const typed = Object.fromEntries(LONGER.map(({ tier }) => [tier, url.searchParams.get(tier) ?? undefined]))
  if (!url.searchParams.has('p3')) return { typed, reply: undefined, preview: null }
  const form = await parseForm(url.searchParams, TierDiscountFields, formPage(context))
  if (!form.ok) return { typed, reply: form.reply.data.form, preview: null }
  return { typed, reply: undefined, preview: await apiOf(context).company.prices.previewTiers(form.value) }
}

export function action({ context, request }: Route.ActionArgs) {
  return answerForm({ context, request }, TierDiscountFields, async (discounts) => {
    const { changed } = await apiOf(context).company.prices.applyTiers(discounts)
    const t = textFor(context.get(siteContext).language, 'prices')
    return { to: '/desk/company/prices', said: t('lengthsForAll.done', { n: changed }) }
  })
}

/** Sets day prices by length for the whole fleet: first a preview, then the button that applies it. */
export default function CompanyTiers({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('prices')
  const desk = useText('desk')
  const { language } = useLanguage()
  const lengths = useLengths()
  const { typed, preview } = loaderData
  const form = useReply('tiers', { reply: actionData?.form ?? loaderData.reply, initial: typed })
  const labels = Object.fromEntries(
    LONGER.map(({ tier, fromDays }) => [tier, t('lengthsForAll.percent', { length: lengths(fromDays) })]),
  )
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: desk('nav.company'), href: pathIn(language, '/desk/company') },
          { label: t('title'), href: pathIn(language, '/desk/company/prices') },
          { label: t('lengthsForAll.title') },
        ]}
      />
      <div className="head">
        <h1>{t('lengthsForAll.title')}</h1>
        <p className="soft">{t('lengthsForAll.hint')}</p>
      </div>
      <div className="stack">
        <form className="card stack" id="tiers" action={pathIn(language, PATH)}>
          <ErrorSummary id="tiers-errors" entries={form.summary(labels)} />
          <div className="fields">
            {LONGER.map(({ tier }) => (
              <TextField
                key={tier}
                {...form.field(tier)}
                label={labels[tier]}
                inputMode="numeric"
                maxLength={20}
                required
              />
            ))}
          </div>
          <div>
            <button type="submit" className="btn">
              {t('lengthsForAll.preview')}
            </button>
          </div>
        </form>
        {preview && (
          <section className="card stack" aria-labelledby="preview">
            <div role="status">
              <h2 id="preview">{t('lengthsForAll.changes', { n: preview.count })}</h2>
            </div>
            {preview.count > 0 && (
              <PriceChanges label={t('lengthsForAll.first')} currency={preview.currency} changes={preview.first} />
            )}
            {preview.count > 0 && (
              <PostForm>
                {LONGER.map(({ tier }) => (
                  <input key={tier} type="hidden" name={tier} value={typed[tier]} />
                ))}
                <SubmitButton>{t('lengthsForAll.apply')}</SubmitButton>
              </PostForm>
            )}
          </section>
        )}
      </div>
    </>
  )
}
