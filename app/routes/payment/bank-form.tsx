import { useText } from '#app/i18n/text.tsx'

/** The way to a bank that wants a form: one visible button, so that it works without JavaScript too. */
export function BankForm({ bank, amount }: { bank: { url: string; fields: Record<string, string> }; amount: string }) {
  const t = useText('payment')
  return (
    <form className="card stack" method="post" action={bank.url}>
      <h2>{t('bank.title')}</h2>
      <p>{t('bank.text', { amount })}</p>
      {Object.entries(bank.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div>
        <button type="submit" className="btn btn-go btn-lg">
          {t('bank.go')}
        </button>
      </div>
    </form>
  )
}
