"""What may be decided now in a battle, one module per part of the round. What an option says is blocked is asked of the
same judges that refuse the decision."""
