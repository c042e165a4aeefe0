import { Appointment } from '#app/contract/operator/operators.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { IRAN_DIAL_CODE } from '#app/rules/constants.ts'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { requireFreshFactor } from '#app/web/session/fresh-factor.server.ts'
import { deskText } from '../operator-page.server.ts'
import { ReasonForm } from '../reason-form.tsx'
import type { Route } from './+types/appoint'
import { RoleField } from './role-field.tsx'

const PATH = '/operator/operators'

export const handle: PageHandle = { title: 'operator/operators.appoint', query: [] }

export async function loader({ context }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  await apiOf(context).operator.operators.list()
  return null
}

/** The country is part of the number; otherwise it is Iran. */
const Appointed = Appointment.omit({ country_code: true })

export function action({ context, request }: Route.ActionArgs) {
  return answerForm({ context, request }, Appointed, async (person) => {
    // A number without a country is Iranian.
    const isAbroad = /^(\+|00)/.test(person.phone)
    const { waits } = await apiOf(context).operator.operators.appoint(
      isAbroad ? person : { ...person, country_code: IRAN_DIAL_CODE },
    )
    return { to: PATH, said: deskText(context)(waits ? 'operators.waits' : 'operators.done') }
  })
}

export default function Appoint({ actionData }: Route.ComponentProps) {
  const t = useText('operator')
  const labels = { phone: t('operators.phone'), role: t('operators.role') }
  return (
    <>
      <DeskHead title={t('operators.appoint')} text={t('operators.text')} />
      <ReasonForm
        id="appoint"
        reply={actionData?.form}
        initial={{ role: 'SUPPORT' }}
        labels={labels}
        choices={[{ label: t('operators.appoint') }]}
        back={PATH}
      >
        {(form) => (
          <>
            <TextField
              {...form.field('phone')}
              label={labels.phone}
              hint={t('operators.phoneHint')}
              type="tel"
              dir="ltr"
              autoComplete="off"
              maxLength={30}
              required
            />
            <RoleField form={form} />
          </>
        )}
      </ReasonForm>
    </>
  )
}
