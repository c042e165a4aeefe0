/** The percentages of the week, from Monday to Sunday. */
export const WEEKDAY_FIELDS = Array.from({ length: 7 }, (_, day) => `weekday_${day}`)

/** The fields of the rules that are one number each. */
export const RULE_FIELDS = [
  'min_days',
  'max_days',
  'lead_hours',
  'last_minute_days',
  'last_minute_percent',
  'early_days',
  'early_percent',
] as const
