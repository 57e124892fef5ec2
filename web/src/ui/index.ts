export { cx } from './cx.ts'
export { cssVar, tokens, type TokenName } from './theme/tokens.ts'
export { Icon, type IconName, type IconProps } from './icon/Icon.tsx'
export { StatusIcon, type StatusShape } from './icon/StatusIcon.tsx'
export {
  Button,
  IconButton,
  LinkButton,
  Switcher,
  TextButton,
  type ButtonProps,
  type IconButtonProps,
} from './control/Button.tsx'
export { DetailPane, type DetailPaneProps } from './layout/DetailPane.tsx'
export { rove } from './control/roving.ts'
export { Segmented, type SegmentedOption, type SegmentedProps } from './control/Segmented.tsx'
export { TabPanel, Tabs, type TabItem, type TabsProps } from './control/Tabs.tsx'
export { UsualWords, type UsualWordsProps } from './form/UsualWords.tsx'
export { Chips, FilterChip } from './control/Chips.tsx'
export { Field, FormSection, useField, type FieldProps } from './form/Field.tsx'
export {
  PasswordField,
  SearchField,
  TextArea,
  TextField,
  type TextAreaProps,
  type TextFieldProps,
} from './form/TextField.tsx'
export { NewPassword, usePasswordAgain, type PasswordAgain } from './form/NewPassword.tsx'
export { PictureTile, type PictureTileProps } from './form/PictureTile.tsx'
export { numberOptions, textOptions } from './form/options.ts'
export { Checkbox, type CheckboxProps } from './form/Checkbox.tsx'
export { StatusTag, Tag, type StatusTagProps, type TagProps } from './display/Tag.tsx'
export { paintAppointments, usePainted } from './display/painted.ts'
export { statusList, appointmentLook, statusOf, type StatusKind, type StatusLook, type Tone } from './display/status.ts'
export { Avatar, LetterAvatar, type AvatarProps } from './display/Avatar.tsx'
export { Money, type MoneyProps } from './display/Money.tsx'
export { Quantity, waitLevel, WaitMinutes } from './display/WaitMinutes.tsx'
export { Kbd, KeyHints } from './display/Kbd.tsx'
export { QrCode } from './display/QrCode.tsx'
export { Logo } from './display/Logo.tsx'
export { Skeleton, SkeletonRows } from './feedback/Skeleton.tsx'
export { EmptyState, type EmptyStateProps } from './feedback/EmptyState.tsx'
export { ErrorLine, Notice } from './feedback/ErrorLine.tsx'
export { Meter, ProgressBar } from './feedback/ProgressBar.tsx'
export { CompareSlider, type CompareSliderProps } from './display/CompareSlider.tsx'
export { copyText } from './feedback/copy.ts'
export { toast, ToastHost, type ToastOptions } from './feedback/toast.tsx'
export { confirm, ConfirmHost, type ConfirmOptions } from './feedback/confirm.tsx'
export { HotkeyHelp } from './feedback/HotkeyHelp.tsx'
export { LoginArches } from './display/LoginArches.tsx'
export {
  AppFrame,
  PageTitle,
  type AppFrameProps,
  type NavGroup,
  type NavItem,
  type PageHead,
} from './layout/AppFrame.tsx'
export {
  CardInLane,
  FooterBar,
  InfoBar,
  Lane,
  Page,
  PageHeader,
  ScrollRegion,
  SplitPane,
  Stat,
  Timeline,
  Toolbar,
  type TimelineItem,
} from './layout/layout.tsx'
export { SideList } from './layout/SideList.tsx'
export { Letterhead, SignaturePictures } from './layout/letterhead.ts'
export { PrintFit, PrintPage, PrintPending, PrintView } from './layout/PrintPage.tsx'
export { useHotkeyList, useHotkeys, type Hotkey } from './hooks/useHotkeys.ts'
export { isNowhere, useKeptFocus } from './hooks/useKeptFocus.ts'
export { useIsMobile, useIsNarrow, useMediaQuery } from './hooks/useMediaQuery.ts'
export { useNear } from './hooks/useNear.ts'
export { useLeaveGuard, type Unsaved } from './hooks/useLeaveGuard.ts'
export {
  urlEnum,
  urlFlag,
  urlList,
  urlNumber,
  urlOptional,
  urlText,
  useUrlState,
  type UrlCodec,
} from './hooks/useUrlState.ts'
export { MoneyInput, NumberField, type MoneyInputProps, type NumberFieldProps } from './form/MoneyInput.tsx'
export { RadioGroup, Switch, type RadioGroupProps, type SwitchProps } from './form/Choice.tsx'
export { Menu, Popover, Tooltip, type MenuEntry, type Trigger } from './overlay/Menu.tsx'
export { Sheet } from './overlay/Sheet.tsx'
export { Alerts, type Alert } from './display/Alerts.tsx'
