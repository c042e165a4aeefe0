/** The columns of a city's name in five languages, as `nameOf` reads them. */
export const CITY_NAMES = ['city.name_fa', 'city.name_en', 'city.name_ar', 'city.name_tr', 'city.name_de'] as const
