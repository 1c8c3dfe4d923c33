import { Tooltip } from './tooltip.tsx';
import { Button, type ButtonProps } from '../button/button.tsx';

/** A button that shows an icon alone: its name is a hint on hover and on focus. */
export const HintedButton = ({ label, ...button }: ButtonProps & { label: string }) => (
  <Tooltip text={label}>{() => <Button variant="quiet" aria-label={label} {...button} />}</Tooltip>
);
