import { Tooltip } from './tooltip.tsx';
import { Button, type ButtonProps } from '../button/button.tsx';

export const TooltipButton = ({ label, ...button }: ButtonProps & { label: string }) => (
  <Tooltip text={label}>{() => <Button variant="quiet" aria-label={label} {...button} />}</Tooltip>
);
