/** The columns of a name in five languages, as `nameOf` reads them. */
export const NAMES = ['name_fa', 'name_en', 'name_ar', 'name_tr', 'name_de'] as const

/** Those of a city's name, beside other tables. */
export const CITY_NAMES = ['city.name_fa', 'city.name_en', 'city.name_ar', 'city.name_tr', 'city.name_de'] as const
