import { useText } from '#app/i18n/text/text.tsx'
import { Note } from '#app/ui/page/note.tsx'

/** In place of the payment form while the bank may have the money already: nobody is invited to pay twice. */
export function AskingBank({ page }: { page: string }) {
  const t = useText('payment')
  return (
    <section className="card stack" aria-labelledby="asking">
      <h2 id="asking">{t('asking.title')}</h2>
      <Note role="status">{t('asking.text')}</Note>
      <p>
        <a className="btn btn-go" href={page}>
          {t('asking.check')}
        </a>
      </p>
      <p className="sm">
        <a href={`${page}&unpaid`}>{t('asking.unpaid')}</a>
      </p>
    </section>
  )
}
