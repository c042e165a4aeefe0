/**
 * The equipment of vehicles (§3, "additional properties"; the list is *ours*). Words:
 * `locales/<language>/vehicle.json`.
 */
export const VEHICLE_PROPERTIES = [
  'air_conditioning',
  'bluetooth',
  'gps',
  'child_seat_anchors',
  'sunroof',
  'cruise_control',
  'parking_camera',
  'apple_carplay',
  'four_wheel_drive',
  'roof_rack',
  'heated_seats',
  'usb',
  'top_case',
  'helmet_included',
] as const
