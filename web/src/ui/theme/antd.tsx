import { ConfigProvider, type ThemeConfig } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import type { ReactNode } from 'react'
import { useIsMobile, useIsNarrow, useWantsStillness } from '../hooks/useMediaQuery.ts'
import { tokens } from './tokens.ts'

// The year and month in the calendar's head are read out as they stand, not as 选择年份.
const locale: typeof zhCN = zhCN.DatePicker
  ? {
      ...zhCN,
      DatePicker: { ...zhCN.DatePicker, lang: { ...zhCN.DatePicker.lang, yearSelect: '', monthSelect: '' } },
    }
  : zhCN

const px = (value: string) => Number.parseInt(value, 10)

function themeOf(controlHeight: number, motion: boolean): ThemeConfig {
  return {
    inherit: false,
    hashed: false,
    token: {
      colorPrimary: tokens['brand-600'],
      colorPrimaryHover: tokens['brand-700'],
      colorPrimaryActive: tokens['brand-700'],
      colorPrimaryBg: tokens['brand-50'],
      colorPrimaryBgHover: tokens['brand-100'],
      colorPrimaryBorder: tokens['brand-200'],
      colorLink: tokens['brand-600'],
      colorLinkHover: tokens['brand-700'],
      colorError: tokens.danger,
      colorErrorBg: tokens['danger-bg'],
      colorErrorBorder: tokens['danger-border'],
      colorWarning: tokens.wait,
      colorSuccess: tokens.done,
      colorText: tokens.text,
      colorTextSecondary: tokens['text-secondary'],
      colorTextTertiary: tokens['text-tertiary'],
      colorTextQuaternary: tokens['text-quaternary'],
      colorTextPlaceholder: tokens['text-tertiary'],
      colorTextDisabled: tokens['text-quaternary'],
      colorIcon: tokens['text-secondary'],
      colorIconHover: tokens.text,
      colorBorder: tokens.border,
      colorBorderSecondary: tokens['border-secondary'],
      colorSplit: tokens['border-secondary'],
      colorBgLayout: tokens.layout,
      colorBgContainer: tokens.surface,
      colorBgElevated: tokens.surface,
      colorBgContainerDisabled: tokens.fill,
      colorBgMask: tokens.mask,
      colorFillTertiary: tokens.fill,
      colorFillSecondary: tokens.groove,
      controlItemBgHover: tokens.layout,
      controlItemBgActive: tokens['brand-50'],
      controlItemBgActiveHover: tokens['brand-100'],
      controlOutline: 'transparent',
      fontFamily: 'var(--font)',
      fontSize: 14,
      lineHeight: 22 / 14,
      controlHeight,
      controlHeightSM: 28,
      controlHeightLG: Math.max(40, controlHeight),
      borderRadius: px(tokens['radius-control']),
      borderRadiusLG: px(tokens['radius-card']),
      borderRadiusSM: px(tokens['radius-tag']),
      boxShadow: tokens['shadow-3'],
      boxShadowSecondary: tokens['shadow-3'],
      boxShadowTertiary: tokens['shadow-1'],
      fontWeightStrong: 600,
      motionDurationFast: '0.08s',
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.16s',
      wireframe: false,
      motion,
    },
    components: {
      Select: {
        activeOutlineColor: tokens['focus-ring-colour'],
        optionSelectedFontWeight: 600,
        hoverBorderColor: tokens['border-hover'],
        activeBorderColor: tokens['brand-600'],
      },
      DatePicker: {
        hoverBorderColor: tokens['border-hover'],
        activeBorderColor: tokens['brand-600'],
        activeShadow: tokens['focus-ring'],
      },
      Modal: { titleFontSize: 16, titleLineHeight: 1.5 },
      Drawer: { footerPaddingBlock: 10, footerPaddingInline: 20 },
    },
  }
}

const bySize = (motion: boolean) => ({
  desk: themeOf(32, motion),
  tablet: themeOf(40, motion),
  phone: themeOf(44, motion),
})
/** One object per size, so that antd works its styles out once; each also for people who asked their system for less motion. */
const themes = { moving: bySize(true), still: bySize(false) }

/** Theme and language of one part built on antd. Each such part wraps itself, so that screens without one load no antd. */
export function AntTheme({ children }: { children: ReactNode }) {
  const mobile = useIsMobile()
  const narrow = useIsNarrow()
  const sizes = useWantsStillness() ? themes.still : themes.moving
  return (
    <ConfigProvider
      locale={locale}
      theme={mobile ? sizes.phone : narrow ? sizes.tablet : sizes.desk}
      componentSize="medium"
      popupMatchSelectWidth={false}
    >
      {children}
    </ConfigProvider>
  )
}
