import type { ScreenRoute } from '@dentin/contract/areas/screens'
import { useMatches } from 'react-router'

/** The screen at which one is; none while its address is unknown. */
export const useScreen = (): ScreenRoute | undefined => useMatches().at(-1)?.handle as ScreenRoute | undefined
