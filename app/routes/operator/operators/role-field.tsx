import { useText } from '#app/i18n/text.tsx'
import { OPERATOR_ROLES } from '#app/rules/operator-role.ts'
import type { ReplyForm } from '#app/ui/form.tsx'
import { SelectField } from '#app/ui/select-field.tsx'

/** What an operator may do. */
export function RoleField({ form }: { form: ReplyForm }) {
  const t = useText('operator')
  return (
    <SelectField
      {...form.field('role')}
      label={t('operators.role')}
      hint={t('operators.roleHint')}
      options={OPERATOR_ROLES.map((role) => ({ value: role, label: t(`operators.roles.${role}`) }))}
    />
  )
}
