import './tokens.css'
import './fonts.css'
import './base.css'
import './type.css'

// The self-hosted Chinese face stands behind the system ones. Windows, Apple and Android bring their own, so only other
// systems load its style sheet (97 subsets, of which the browser fetches those it needs), after the first paint.
if (!/Windows|Mac OS|Android/.test(navigator.userAgent)) void import('@fontsource-variable/noto-sans-sc/index.css')
