import { useText } from '#app/i18n/text/text.tsx'
import { OPERATOR_ROLES } from '#app/rules/access/operator-role.ts'
import type { ReplyForm } from '#app/ui/form/form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'

/** The role of an operator. */
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
