-- A refund for pieces that were taken off an order forgot them once it was withdrawn. The figures of the shop then shared its
-- money among all products of the order. Refund and pieces were recorded at the same moment.
update refunds set occasion = 'taken off ' || left_pieces.id || ' ' || occasion
from left_pieces
where refunds.order_id = left_pieces.order_id and refunds.created_at = left_pieces.at and left_pieces.why = 'taken_off'
  and refunds.reason = 'pieces_taken_off' and refunds.status = 'withdrawn' and refunds.occasion = 'withdrawn ' || refunds.id;
