import './tokens.css'
import './fonts.css'
import './base.css'
import './type.css'

/**
 * Adds the self-hosted Chinese face behind the system ones. Its style sheet (97 subsets) comes in its own file after the
 * first paint; the subsets themselves are fetched by the browser only where no system face has the glyph.
 */
export function loadChineseFallback(): void {
  void import('@fontsource-variable/noto-sans-sc/index.css')
}
