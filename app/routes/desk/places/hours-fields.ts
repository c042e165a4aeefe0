/** The fields of a week's hours, from Monday to Sunday. */
export const DAY_FIELDS = ['day_1', 'day_2', 'day_3', 'day_4', 'day_5', 'day_6', 'day_7'] as const
