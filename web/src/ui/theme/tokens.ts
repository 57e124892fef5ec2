/**
 * Design tokens of the product: the only place in TypeScript where a colour literal may stand.
 * `tokens.css` declares the same names as custom properties; `tokens.test.ts` keeps the two equal.
 * Keys are the custom property names without the two leading dashes, values are CSS values.
 */
export const tokens = {
  'brand-50': '#EFFAF8',
  'brand-100': '#DDF3EF',
  'brand-200': '#AEE3DB',
  'brand-300': '#74CEC3',
  'brand-400': '#5CC0B3',
  'brand-500': '#0E9F8E',
  'brand-600': '#0A7A6E',
  'brand-700': '#086057',
  'brand-800': '#084A43',
  'brand-busy': '#2F8F84',

  text: '#16211F',
  'text-dense': '#3A4845',
  'text-secondary': '#55635F',
  'text-tertiary': '#616F6A',
  'text-quaternary': '#A3AEAA',
  'text-on-fill': '#FFFFFF',

  border: '#E2E8E6',
  'border-secondary': '#EDF1EF',
  'border-hover': '#B9C4C0',

  surface: '#FFFFFF',
  layout: '#F6F8F7',
  fill: '#F1F4F3',
  groove: '#E8EDEB',
  'row-checked': '#F8FBFA',

  inverse: '#16211F',
  'inverse-text': '#FFFFFF',
  'inverse-fill': 'rgba(255,255,255,.12)',
  'inverse-fill-hover': 'rgba(255,255,255,.2)',
  'inverse-line': 'rgba(255,255,255,.24)',
  'inverse-brand': '#5CC0B3',
  mask: 'rgba(18,38,33,.32)',

  danger: '#C7362E',
  'danger-hover': '#A92C25',
  'danger-bg': '#FDF0EF',
  'danger-border': '#F5CFCC',
  'danger-ring': 'rgba(199,54,46,.14)',
  wait: '#A85A04',
  'wait-bg': '#FFF6E6',
  'wait-border': '#F3DBAE',
  done: '#387626',
  'done-bg': '#F0F7EC',
  'done-border': '#CFE3C5',
  booked: '#2F66D0',
  'booked-bg': '#EEF4FE',
  'booked-border': '#C6D9F8',
  chair: '#6D46C2',
  'chair-bg': '#F4F0FD',
  'chair-border': '#D8CBF4',
  'chair-line': '#A78BDD',
  confirmed: '#0A7A6E',
  'confirmed-bg': '#E9F7F5',
  'confirmed-border': '#B5E0DA',
  muted: '#616F6A',
  'muted-bg': '#F3F5F4',
  'muted-border': '#DDE3E1',
  member: '#7A5C1E',
  'member-bg': '#F6EFDF',

  ink: '#1B2A5E',
  'tooth-dentin': '#F6F0E3',
  'tooth-root-line': '#BFB49B',
  'tooth-root-far': '#EFE7D5',
  'tooth-enamel': '#FFFEFA',
  'tooth-outline': '#8FA09B',
  'tooth-neck': '#EFE6D3',
  'tooth-gum': '#FCF3EF',
  'tooth-gum-line': '#EBC9BF',
  'tooth-finding': '#C2553B',
  'tooth-finding-bg': '#F3D3C9',
  'tooth-existing': '#5B7FA8',
  'tooth-existing-bg': '#C9D8E8',
  'tooth-plan': '#0A7A6E',
  'tooth-plan-bg': '#C8EBE6',
  'tooth-missing': '#B9C4C0',
  'tooth-hover': '#D9F1ED',
  'perio-margin': '#B8574A',
  'perio-shallow': '#5B7FA8',
  'perio-middle': '#E39A3B',
  'perio-deep': '#C7362E',

  'film-ground': '#0A0D0C',
  'film-bar': '#1A201E',
  'film-line': '#2D3532',
  'film-text': '#C9D6D2',
  'film-tracing': '#63E2D2',
  'film-soft': 'rgba(234,243,241,.8)',
  'film-reference': 'rgba(255,255,255,.42)',

  'portrait-male-bg': '#E9EFF4',
  'portrait-male-cloth': '#7F9BB3',
  'portrait-female-bg': '#F6ECE8',
  'portrait-female-cloth': '#C99B8B',
  'portrait-skin': '#F0D3BF',
  'portrait-neck': '#E2BFA9',
  'portrait-hair': '#3E3A38',
  'portrait-hair-child': '#6B5546',
  'portrait-hair-grey': '#B5BAB8',
  'portrait-glasses': '#8B8178',

  'radius-tag': '4px',
  'radius-control': '6px',
  'radius-card': '8px',
  'radius-lane': '10px',
  'radius-phone': '10px',
  'radius-round': '999px',

  'shadow-1': '0 1px 2px rgba(18,38,33,.06)',
  'shadow-2': '0 4px 12px rgba(18,38,33,.10), 0 0 0 1px rgba(18,38,33,.05)',
  'shadow-3': '0 12px 32px rgba(18,38,33,.14), 0 0 0 1px rgba(18,38,33,.06)',
  'focus-ring-colour': 'rgba(14,159,142,.16)',
  'focus-ring': '0 0 0 3px rgba(14,159,142,.16)',
  'focus-ring-filled': '0 0 0 3px rgba(14,159,142,.28)',
  'focus-ring-danger': '0 0 0 3px rgba(199,54,46,.14)',
  'focus-cell': 'inset 0 0 0 2px #0A7A6E',
} as const

/** Name of a design token, without the leading dashes. */
export type TokenName = keyof typeof tokens

/** CSS reference to a token, for inline SVG and style objects: `cssVar('brand-600')` is `var(--brand-600)`. */
export function cssVar(name: TokenName): string {
  return `var(--${name})`
}

/** What the appointments of a member of staff may be coloured with; kept with the person, so written as they are. */
export const staffColours = [
  '#0B7A6B',
  '#3F7FD0',
  '#B5563A',
  '#7A5FC0',
  '#B08A2E',
  '#C0588A',
  '#4E8C4A',
  '#5A6B7C',
] as const
