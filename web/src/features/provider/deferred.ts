/** Loaded with the first screen of the console: the guard is part of what starts the app. */
export const loadSections = () => import('./sections.ts')
