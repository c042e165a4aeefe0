import { CODE_CATEGORIES } from '#app/contract/operator/settings/codes.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { FieldGroup } from '#app/ui/form/field.tsx'
import type { ReplyForm } from '#app/ui/form/form.tsx'
import { categoryKey } from './limits.tsx'

interface LimitOption {
  id: number
  name: string
  is_hidden?: boolean
}

interface LimitFieldsProps {
  form: ReplyForm
  choices: { cities: readonly LimitOption[]; companies: readonly LimitOption[] }
  labels: Record<'categories' | 'cities' | 'companies', string>
}

/** What a code is for. Long lists are closed unless something in them is chosen or wrong. */
export function LimitFields({ form, choices, labels }: LimitFieldsProps) {
  const t = useText('operator')
  const categories = CODE_CATEGORIES.map((id) => ({ id, name: t(categoryKey(id)) }))
  return (
    <section className="stack" aria-labelledby="code-limits">
      <div>
        <h2 id="code-limits">{t('codes.limits')}</h2>
        <p className="sm soft">{t('codes.limitsHint')}</p>
      </div>
      <Choices form={form} name="categories" label={labels.categories} choices={categories} />
      <Choices form={form} name="cities" label={labels.cities} choices={choices.cities} isLong />
      <Choices form={form} name="companies" label={labels.companies} choices={choices.companies} isLong />
    </section>
  )
}

interface ChoicesProps {
  form: ReplyForm
  name: string
  label: string
  choices: readonly LimitOption[]
  isLong?: boolean
}

function Choices({ form, name, label, choices, isLong = false }: ChoicesProps) {
  const t = useText('operator')
  const { id, fieldErrors } = form.field(name)
  const isUsed = choices.some((choice) => form.isChosen(name, String(choice.id)))
  const boxes = (
    <div className="fields">
      {choices.map((choice) => (
        <Checkbox
          key={choice.id}
          id={`${id}-${choice.id}`}
          name={name}
          value={String(choice.id)}
          checked={form.isChosen(name, String(choice.id))}
        >
          <bdi>{choice.name}</bdi>
          {choice.is_hidden && ` (${t('codes.hiddenCity')})`}
        </Checkbox>
      ))}
    </div>
  )
  return (
    <FieldGroup id={id} label={label} fieldErrors={fieldErrors}>
      {isLong ? (
        <details open={isUsed || Boolean(fieldErrors?.length)}>
          <summary className="chip">{t('codes.choose', { n: choices.length })}</summary>
          {boxes}
        </details>
      ) : (
        boxes
      )}
    </FieldGroup>
  )
}
