import { FactorField } from '#app/features/sign-in/factor-field.tsx'
import { useText } from '#app/i18n/text/text.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'

const PATH = '/profile/second-factor'

/** The secret as a picture, a key and a link, and the first code that proves that the app has it. */
export function SetUp({
  secret,
  address,
  qr,
  reply,
}: {
  secret: string
  address: string
  qr: { size: number; path: string }
  reply: FormReply | undefined
}) {
  const t = useText('factor')
  const form = useReply('factor', { reply })
  return (
    <>
      <section className="card stack" aria-labelledby="scan">
        <h2 id="scan">{t('scan.title')}</h2>
        <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={t('scan.picture')} width="180" height="180">
          <path d={`M0 0h${qr.size}v${qr.size}H0z`} fill="#fff" />
          <path d={qr.path} fill="#000" shapeRendering="crispEdges" />
        </svg>
        <p className="soft">{t('scan.key')}</p>
        <p>
          <code dir="ltr">{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <p>
          <a href={address}>{t('scan.open')}</a>
        </p>
      </section>
      <PostForm {...form.props} action={PATH} className="card stack">
        <h2>{t('first.title')}</h2>
        <ErrorSummary id="factor-errors" entries={form.summary({ code: t('first.label') })} />
        <FactorField code={form.field('code')} label={t('first.label')} hint={t('first.hint')} />
        <div>
          <SubmitButton className="btn btn-go">{t('first.submit')}</SubmitButton>
        </div>
      </PostForm>
      <PostForm action={PATH}>
        <SubmitButton name="intent" value="end" className="btn btn-bare">
          {t('first.cancel')}
        </SubmitButton>
      </PostForm>
    </>
  )
}
