/** The one drawing of teeth: screen and paper draw the same shapes (decision 0096). */
export * from './drawing/chart-layout.ts'
export * from './drawing/chart-svg.ts'
export * from './drawing/occlusal.ts'
export type { Shape } from './drawing/shape.ts'
export * from './drawing/silhouette.ts'
export * from './drawing/supernumerary.ts'
export * from './drawing/tooth-drawing.ts'
export * from './drawing/tooth-shape.ts'
